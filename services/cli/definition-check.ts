import type { Pool } from 'pg'
import type { Cause, GateFinding } from '../operations/definition/causes.ts'
import { checkDefinition, type DefinitionCheck } from '../operations/definition/check-definition.ts'
import { holdDefinition } from '../operations/definition/held-definition.ts'
import { findingText } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import type { Result } from './output.ts'

/** Maximum number of findings printed per cause; `--all` and `--json` show all. */
const MOST_SHOWN = 5

/** `definition check`: exit code 1 if a gate does not pass. */
export async function definitionCheck(pool: Pool | null, directory: string, all: boolean): Promise<Result> {
  const check = await checkDefinition((seen) => holdDefinition(pool, directory, loadConfig().sourcesPath, seen))
  return { data: check, text: checkText(check, all), ok: check.ok }
}

function checkText({ release_id, gates, causes }: DefinitionCheck, all: boolean): string {
  const passed = gates.filter((gate) => gate.passed).length
  const count = causes.reduce((sum, { findings, follow }) => sum + findings.length + follow.length, 0)
  const found = count === 0 ? '' : `; ${count} findings of ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`
  return [
    `${release_id}: ${passed} of ${gates.length} gates pass${found}`,
    ...causes.flatMap((cause, index) => causeLines(cause, index + 1, all)),
  ].join('\n')
}

function causeLines({ subject, findings, follow }: Cause, number: number, all: boolean): string[] {
  const shown = all ? [...findings, ...follow] : findings.slice(0, MOST_SHOWN)
  const rest = all ? [] : [...findings.slice(MOST_SHOWN), ...follow]
  return [`${number}. ${subject}`, ...shown.map(findingText), ...(rest.length === 0 ? [] : [restText(rest)])]
}

function restText(rest: readonly GateFinding[]): string {
  const counts = new Map<string, number>()
  for (const { gate } of rest) counts.set(gate, (counts.get(gate) ?? 0) + 1)
  const told = [...counts].map(([gate, count]) => `${count} of ${gate}`).join(', ')
  return `  and ${rest.length} more, most of them consequences: ${told} (--all shows them)`
}
