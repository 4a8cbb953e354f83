/** What the extension's isolated worlds share; a page cannot see it. */
interface PagehandSide {
  shadow: ShadowRoot
  parts: typeof pagehandParts
  texts: Record<string, string>
  frame: HTMLIFrameElement | null
  booted?: { python: any; plain: string | null; parts: Record<string, number> }
  /** An event of the panel that the shield stopped; Python replaces it. */
  hand(event: Event): void
  progress(done: number, total: number): void
  fail(message: string): void
  /** Shows or hides the panel; Python replaces it. */
  toggle(): void
  /** Takes panel and Python away: the page is being left. */
  leave(): void
  /** The page threw panel or frame away. */
  lost(): void
}
declare var pagehandSide: PagehandSide | undefined
declare var pagehandShield: boolean | undefined
/** Written by the build (parts.js). */
declare var pagehandParts: {
  RUNTIME: { boot: string; lock: object; files: Record<string, { name: string; bytes: number; gzip?: boolean }> }
  SHELL: { css: string; 'en-US': unknown[]; 'zh-CN': unknown[] }
  TEXTS: Record<string, Record<string, string>>
}
/** Written by the build (options-parts.js). */
declare var pagehandOptions: {
  PRESETS: { id: string; label: string; base_url: string; model: string; note: string }[]
  TEXTS: Record<string, Record<string, string>>
}
