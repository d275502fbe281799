import type { ToolDefinition } from './definitions.ts'

/** What a tool answered: a document, or the error object; both as JSON text. */
export type ToolAnswer = { readonly ok: boolean; readonly text: string }

/** What a server for one request consists of. */
export type AgentServer = {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly ToolDefinition[]
  /** Null: there is no such tool. */
  readonly run: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer | null>
}

/** An answer over HTTP, complete. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What went wrong on our side, for the log alone; null: nothing did. */
  readonly failure: unknown
}
