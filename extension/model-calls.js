// Calls of the model; written next.
export {}
