/** What the build puts into `pagehand.js`: the runtime's files and the panel's shell. */
export const RUNTIME: {
  boot: string
  /** A page with that script, for where no script may be added. */
  frame: string
  lock: object
  snapshotLength: number
  snapshotHead: number
  files: Record<string, { name: string; bytes: number; gzip?: boolean }>
}
/** Names of the webagent vocabulary's tools, by bundle. */
export const BUNDLES: Record<string, string[]>
export const SHELL: { css: string; 'en-US': unknown[]; 'zh-CN': unknown[] }
