/** Types of `pagehand.js`. The configuration's full list of options is in README. */

export type Status = 'idle' | 'running' | 'waiting' | 'completed' | 'error' | 'stopped'

export interface PagehandConfig {
  /** The model's name; "offline" needs no key and no network, "chrome" is the browser's built-in model. */
  model: string
  /** An OpenAI-compatible address such as `http://localhost:11434/v1`. Not needed for "offline" and "chrome". */
  baseURL?: string
  /** Visible to the page: use a proxy in production. */
  apiKey?: string
  language?: 'en-US' | 'zh-CN' | (string & {})
  maxSteps?: number
  /** false: no panel; `agent.panel.show()` still brings it. */
  panel?: boolean
  [option: string]: unknown
}

export interface ActionResult {
  ok: boolean
  message: string
  reason?:
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
    | null
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

export interface ExecutionResult<Data = string> {
  success: boolean
  data: Data
  history: HistoryEvent[]
}

export type HistoryEvent = { type: 'step' | 'observation' | 'retry' | 'error' | 'user'; [field: string]: unknown }

/** An element's number, hash id or restricted CSS selector. */
export type Target = number | string

export interface ScrollOptions {
  down?: boolean
  numPages?: number
  pixels?: number
  index?: Target
}

export class PagehandError extends Error {
  kind: string
}

export class Pagehand extends EventTarget {
  constructor(config: PagehandConfig)
  /** Resolves when Python is there; rejects with the reason when it cannot start. */
  readonly ready: Promise<void>
  readonly config: PagehandConfig
  readonly status: Status
  readonly task: string
  readonly history: HistoryEvent[]
  readonly lastResult: ExecutionResult | null
  onAskUser: ((question: string, context: { signal: AbortSignal }) => Promise<string>) | null
  /** Rejects only a refused use (already running, disposed, empty task) or a hook that threw. */
  execute(task: string, options?: object): Promise<ExecutionResult>
  /** Resolves when the run has settled. */
  stop(): Promise<void>
  /** Resolves when nothing of it is left in the page. */
  dispose(): Promise<void>
  /** Run one tool without the model; not recorded in the history. */
  executeAction(name: string, parameters?: object): Promise<ActionResult>
  readonly page: {
    read(): Promise<PageState>
    click(index: Target): Promise<ActionResult>
    inputText(index: Target, text: string): Promise<ActionResult>
    selectOption(index: Target, text: string): Promise<ActionResult>
    scroll(options?: ScrollOptions): Promise<ActionResult>
    scrollHorizontally(options: { right?: boolean; pixels: number; index?: Target }): Promise<ActionResult>
  }
  readonly panel: { show(): void; hide(): void; toggle(): void }
}

declare global {
  interface Window {
    Pagehand: typeof Pagehand
  }
}
