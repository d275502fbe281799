/** What cannot be compiled: the release uses what the engine does not have. A gate's finding, never a guess. */
export class CompileError extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(`${path}: ${message}`)
    this.name = 'CompileError'
    this.path = path
  }
}
