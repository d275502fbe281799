/** A feature that the engine does not support. It is reported as a finding of a gate, never guessed. */
export class CompileError extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(`${path}: ${message}`)
    this.name = 'CompileError'
    this.path = path
  }
}
