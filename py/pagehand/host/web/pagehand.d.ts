/** Types of `pagehand.js`. What each option is for, and its default, is in README's table of options. */

export type Status = 'idle' | 'running' | 'waiting' | 'completed' | 'error' | 'stopped'

/** An element's number, hash id or restricted CSS selector. */
export type Target = number | string

type Awaitable<T> = T | Promise<T>
type Elements = (string | Element | (() => Element | null | undefined))[]

/** A Zod 4 schema, by what is used of it. */
export interface ZodSchema<Output = any> {
  toJSONSchema(options?: any): object
  parseAsync(value: unknown): Promise<Output>
}

export interface JSONSchema {
  type?: string | string[]
  properties?: Record<string, JSONSchema | object>
  required?: readonly string[]
  [keyword: string]: unknown
}

export interface ToolContext {
  /** Aborts when the run is stopped. */
  signal: AbortSignal
  agent: Pagehand
}

interface ToolOptions {
  description?: string
  /** Whether the person is asked first, where `confirm` is on: always, never, or by the parameters. */
  confirm?: boolean | ((parameters: any) => boolean)
  confirmMessage?: string
}

/** page-agent's shape. What it returns is text, or data that goes to the model as JSON; what it throws is a failed result. */
export interface PageAgentTool<Input = any> extends ToolOptions {
  inputSchema?: ZodSchema<Input> | JSONSchema
  execute(this: Pagehand, input: Input, context: ToolContext): unknown
}

export type ActionOutcome = { ok: true; data?: unknown } | { ok: false; reason?: Reason | (string & {}); message?: string }

/** The webagent's shape. */
export interface WebagentAction<Input = any> extends ToolOptions {
  name: string
  parameters?: ZodSchema<Input> | JSONSchema
  handler(this: Pagehand, parameters: Input, context: ToolContext): Awaitable<ActionOutcome | string | object | null | void>
}

export type HostTool = PageAgentTool | (PageAgentTool & { name: string }) | WebagentAction

export type Sitemap = string | { path?: string; children?: Sitemap[]; [field: string]: unknown } | Sitemap[] | { [path: string]: unknown }

export interface ModelOptions {
  /** The model's name; "offline" needs no key and no network, "chrome" is the browser's built-in model. */
  model: string
  /** An OpenAI-compatible address such as `http://localhost:11434/v1`, or a path of the page's own server. */
  baseURL?: string
  /** Visible to the page: use a proxy in production. */
  apiKey?: string
  temperature?: number
  maxRetries?: number
  /** Seconds. */
  timeout?: number
  headers?: Record<string, string>
  query?: Record<string, string>
  /** Changes the body in place, or returns another. */
  transformRequestBody?: (body: Record<string, any>) => Awaitable<Record<string, any> | void>
  disableNamedToolChoice?: boolean
  maxPromptTokens?: number
  auth?: 'auto' | 'bearer' | 'api-key' | 'none'
  toolCalls?: 'auto' | 'off'
  customFetch?: typeof fetch
}

export interface PagehandConfig extends ModelOptions {
  /** Tells the sessions of several agents on one page apart; by the order in which they are made, if not given. */
  name?: string
  /** false: no panel; `agent.panel.show()` still brings it. */
  panel?: boolean
  language?: 'en-US' | 'zh-CN' | (string & {})
  vocabulary?: 'page-agent' | 'webagent'
  protocol?: 'macro' | 'envelope' | 'classic'
  maxSteps?: number
  /** Seconds. */
  stepDelay?: number
  maxFailures?: number
  customSystemPrompt?: string
  instructions?: string | { system?: string; getPageInstructions?: (url: string) => Awaitable<string | null | undefined> }
  llmsTxt?: boolean
  /** page-agent's name of `llmsTxt`. */
  experimentalLlmsTxt?: boolean
  transformPageContent?: (content: string) => Awaitable<string>
  plan?: boolean
  screenshot?:
    | boolean
    | ((mode: 'viewport' | 'full-page') => Awaitable<string | string[]>)
    | {
        capture?: (mode: 'viewport' | 'full-page') => Awaitable<string | string[]>
        mode?: 'viewport' | 'full-page'
        maxImages?: number
        maxSegmentHeight?: number
        quality?: number
        scale?: number
      }

  /** By name: a tool to add or override, null to remove. */
  customTools?: Record<string, HostTool | null>
  /** Bundles (`Pagehand.formActions`), names of bundles or tools, and tools. */
  customActions?: (string | HostTool | readonly (string | HostTool)[])[]
  disableBuiltinActions?: string[]
  experimentalScriptExecutionTool?: boolean
  allowPresent?: boolean
  sitemap?: Sitemap
  router?: (path: string) => unknown
  unreadTools?: string[]
  pauseAfterNarrate?: boolean
  cursorTrail?: boolean

  confirm?: 'off' | 'destructive' | ((asked: { tool: string; params: any; message: string }) => Awaitable<boolean>)
  onAskUser?: AskUser
  dialogs?: 'native' | 'dismiss' | 'accept'
  mask?: boolean
  /** page-agent's name of `mask`. */
  enableMask?: boolean
  /** Seconds. */
  takeoverPause?: number
  defaultPauseNote?: string
  suggestions?: string[]
  /** page-agent's; the panel always takes a next task. */
  promptForNextTask?: boolean

  secrets?: Record<string, string>
  secretPatterns?: string[]

  viewportExpansion?: number
  maxPageChars?: number
  includeAttributes?: string[]
  interactiveBlacklist?: Elements
  interactiveWhitelist?: Elements
  keepSemanticTags?: boolean
  highlightOpacity?: number
  highlightLabelOpacity?: number
  trackListeners?: boolean
  allowedAddresses?: string[]
  deniedAddresses?: string[]

  sessionContinuityMs?: number
  /** Seconds. */
  sessionExpiry?: number
  onBeforeTask?: (agent: Pagehand) => unknown
  onBeforeStep?: (agent: Pagehand, step: number) => unknown
  onAfterStep?: (agent: Pagehand, history: HistoryEvent[]) => unknown
  onAfterTask?: (agent: Pagehand, result: ExecutionResult) => unknown
  onDispose?: (agent: Pagehand, reason: string) => unknown
}

export type AskUser = (question: string, context: { signal: AbortSignal; options: string[]; agent: Pagehand }) => Awaitable<string | null>

export type Reason =
  | 'not_found'
  | 'not_visible'
  | 'not_interactive'
  | 'covered'
  | 'timeout'
  | 'navigation'
  | 'cancelled'
  | 'user_declined'
  | 'no_effect'
  | 'unknown'

export interface ActionResult {
  ok: boolean
  message: string
  reason?: Reason | null
  data?: unknown
  changes: string[]
}

export interface PageState {
  url: string
  title: string
  header: string
  content: string
  footer: string
  changes: string[]
}

export interface ActionRecord {
  name: string
  input: Record<string, any>
  output: string
  /** Missing while the tool runs. */
  ok?: boolean
  reason?: Reason
  changes: string[]
  /** Milliseconds. */
  duration?: number
}

export interface TokenCount {
  promptTokens: number
  completionTokens: number
  totalTokens: number
  cachedTokens?: number
  reasoningTokens?: number
}

export interface StepEvent {
  type: 'step'
  /** From 0, per task. */
  stepIndex: number
  reflection: { evaluation_previous_goal?: string; memory?: string; next_goal?: string }
  actions: ActionRecord[]
  /** The last of `actions`. */
  action?: ActionRecord
  text?: string
  notes: string[]
  usage?: TokenCount
  url: string
}

export type HistoryEvent =
  | StepEvent
  | { type: 'observation'; content: string }
  | { type: 'retry'; message: string; attempt: number; maxAttempts: number }
  | { type: 'error'; message: string; kind: string }
  | { type: 'user'; kind: 'task' | 'takeover' | 'stop'; content: string }

export type Activity =
  | { type: 'thinking' }
  | { type: 'executing'; tool: string; input: Record<string, any> }
  | { type: 'executed'; tool: string; input: Record<string, any>; output: string; ok: boolean; duration: number }
  | { type: 'retrying'; attempt: number; maxAttempts: number; message: string }
  | { type: 'error'; message: string }

/** A history event, or a change of status, in numbers and fixed words only. */
export type AnalyticsEvent =
  | { type: 'status'; status: Status }
  | {
      type: 'step'
      stepIndex: number
      actions: { name: string; ok: boolean | null; reason: Reason | null; duration: number | null }[]
      usage: TokenCount | null
    }
  | { type: 'retry'; attempt: number; maxAttempts: number }
  | { type: 'error'; kind: string }
  | { type: 'user'; kind: 'task' | 'takeover' | 'stop' }
  | { type: 'observation' }

export interface ExecutionResult<Output = any> {
  success: boolean
  /** The closing text: the answer, or why there is none. */
  data: string
  history: HistoryEvent[]
  status: Status
  /** The answer as data, where `schema` asked for it. */
  output?: Output
}

export interface ExecuteOptions<Output = any> {
  /** true goes on with the conversation, false begins anew; else `sessionContinuityMs` decides. */
  followUp?: boolean
  schema?: ZodSchema<Output> | JSONSchema
}

export interface ScrollOptions {
  down?: boolean
  numPages?: number
  pixels?: number
  index?: Target
}

/** Removes what was registered; `ready` rejects when it could not be registered. */
export type Registration = (() => Promise<void>) & { ready: Promise<void> }

export interface PagehandEventMap {
  statuschange: Event
  historychange: Event
  dispose: Event
  activity: CustomEvent<Activity>
  analytics: CustomEvent<AnalyticsEvent>
  ask: CustomEvent<{ id: number; question: string; options: string[]; allowFreeText: boolean }>
  answered: CustomEvent<{ id: number; question: string; options: string[]; allowFreeText: boolean }>
  narrate: CustomEvent<{ text: string; about: Target | null }>
  navigating: CustomEvent<{ path: string }>
  navigated: CustomEvent<{ path: string; arrivedAt: string }>
  plan: CustomEvent<{ summary: string; todos: { number: number; text: string; done: boolean }[] }>
  warning: CustomEvent<string>
}

export class PagehandError extends Error {
  kind: string
}

export class Pagehand extends EventTarget {
  constructor(config: PagehandConfig)

  /** Bundles of the webagent vocabulary, for `customActions`. */
  static readonly coreActions: string[]
  static readonly formActions: string[]
  static readonly flowActions: string[]
  static readonly extraActions: string[]
  static readonly workflowActions: string[]
  static readonly builtinActions: string[]

  /** Resolves when Python is there; rejects with the reason when it cannot start. */
  readonly ready: Promise<void>
  readonly config: PagehandConfig
  readonly status: Status
  readonly task: string
  readonly history: HistoryEvent[]
  readonly lastResult: ExecutionResult | null
  readonly disposed: boolean
  /** Answers the agent's questions in the panel's place; may be set and unset at any time. */
  onAskUser: AskUser | null

  /** Rejects only a refused use (already running, disposed, empty task) or what a hook threw. */
  execute<Output = any>(task: string, options?: ExecuteOptions<Output>): Promise<ExecutionResult<Output>>
  /** Resolves when the run has settled. */
  stop(): Promise<void>
  /** Answer the oldest open question; false when there is none. */
  respond(text: string): Promise<boolean>
  /** Begin a new conversation: history and saved session are gone. */
  clear(): Promise<void>
  /** The conversation as JSON text, secrets left out. */
  exportHistory(): string
  /** Resolves when the page is as it was before; rejects with what `onDispose` threw. */
  dispose(reason?: string): Promise<void>

  /** Run one tool without the model; not recorded in the history. */
  executeAction(name: string, parameters?: object): Promise<ActionResult>
  /** Add or override a tool, or remove one by null and its name; from the next task on. */
  registerTool(tool: HostTool | null, name?: string): Registration
  registerAction(action: WebagentAction): Registration
  /** Tell the model something in every step, as data. */
  registerContext(name: string, content: string | (() => unknown)): Registration
  /** What shows the surfaces of `present_surface`. */
  setSurfaceMounter(mount: ((surface: any, placement: string) => unknown) | null): Promise<void>
  /** Make a file available to `upload_file` by its name. */
  addFile(file: File): Promise<void>

  readonly page: {
    read(): Promise<PageState>
    click(index: Target): Promise<ActionResult>
    inputText(index: Target, text: string): Promise<ActionResult>
    selectOption(index: Target, text: string | string[]): Promise<ActionResult>
    scroll(options?: ScrollOptions): Promise<ActionResult>
    scrollHorizontally(options: { right?: boolean; pixels: number; index?: Target }): Promise<ActionResult>
  }
  readonly panel: { show(): void; hide(): void; toggle(): void }

  addEventListener<Name extends keyof PagehandEventMap>(
    type: Name,
    listener: (this: Pagehand, event: PagehandEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void
}

/** The same class under page-agent's name. */
export { Pagehand as PageAgent }

declare global {
  interface Window {
    Pagehand: typeof Pagehand
  }
}
