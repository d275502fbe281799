import type { ToolDefinition } from './definitions.ts'

/** Result of a tool: a document, or the error object; both as JSON text. */
export type ToolAnswer = { readonly ok: boolean; readonly text: string }

/** What a server needs for one request. */
export type AgentServer = {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly ToolDefinition[]
  /** Null: there is no tool with this name. */
  readonly run: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer | null>
}

/** A complete HTTP answer. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** An internal error, for the log only; null if there was none. */
  readonly failure: unknown
}
