/** What the extension's isolated worlds share; a page cannot see it. */
interface PagehandSide {
  shadow: ShadowRoot
  parts: typeof pagehandParts
  frame: HTMLIFrameElement | null
  /** Copies that the shield made of trusted events. */
  trusted: WeakSet<Event>
  python?: any
  progress(done: number, total: number): void
  fail(message: string): void
  /** Takes panel and Python away: the page is being left. */
  leave(): void
}
declare var pagehandSide: PagehandSide | undefined
/** Written by the build (parts.js). */
declare var pagehandParts: {
  RUNTIME: { boot: string; lock: object; files: Record<string, { name: string; bytes: number; gzip?: boolean }> }
  SHELL: { css: string; 'en-US': unknown[]; 'zh-CN': unknown[] }
  TEXTS: Record<string, string>
  milliseconds?: Record<string, number>
}
