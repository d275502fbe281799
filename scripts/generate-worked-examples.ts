import { writeFile } from 'node:fs/promises'
import type { AnswerPlan } from '../releases/engine/answer/answer-plan.ts'
import { figuresOfRow } from '../releases/record/figures.ts'
import { type Line, rowOf, trailText } from './example-trail.ts'
import { anchorOf, compactJson, table } from './markdown.ts'
import { type Data, type Plans, plansOf, played, titleOf } from './played-examples.ts'
import { type ShippedRecord, shippedRecords } from './shipped-records.ts'
import { type Body, WORKED_EXAMPLES, type WorkedExample } from './worked-examples.ts'

export const EXAMPLES_DOC_FILE = new URL('../docs/worked-examples.md', import.meta.url)

const HEAD = `# A worked example of each state

Generated from \`releases/states\` by \`scripts/generate-worked-examples.ts\`; do not edit by hand. The project's tests run the
commands against the service that \`npm start\` starts, so the hashes below are the real ones.

Each example shows a request, its answer and the evidence trail. It ends with what you must *not* conclude, and with a related
request that is refused. Terms are explained in the [glossary](glossary.md). The trail is always the same:

\`\`\`
line → row (row_sha256) → figure, quote, place, grade → document (sha256) → release (release_sha256) → bundle with its proof
\`\`\`

No amount here is a bill: duty, surcharges, rebates and most subsidies are not included. [states.md](states.md) lists for each state
what is not included in any amount. The key below is an ordinary key: its evidence floor excludes specimens.

\`\`\`sh run
READER=$(npm run -s pramaan -- key issue --name examples --scopes all --states all --per-minute 600 --burst 100 | sed -n 2p)
\`\`\`
`

const json = (value: unknown): string[] => ['```json output', compactJson(value), '```', '']

function curl(body: Body): string[] {
  return [
    '```sh run',
    `curl -s http://127.0.0.1:8080/v1/calculate -H "X-API-Key: $READER" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
    '```',
    '',
  ]
}

/** The part of an answer that an example shows. */
function shown({
  calculation,
  release,
  evidence_grade,
  final_payable,
  payable_complete,
  production_payable,
  ...rest
}: Data) {
  const { lines, ...amounts } = calculation
  const { release_id, release_sha256 } = release as Record<string, unknown>
  return {
    data: {
      calculation: {
        lines: lines.map(({ component, quantity, rate, amount_paise, row_id }) => ({
          component,
          quantity,
          rate,
          amount_paise,
          row_id,
        })),
        ...amounts,
      },
      ...(rest.verification === undefined ? {} : { verification: rest.verification }),
      final_payable: { amount_paise: final_payable['amount_paise'], status: final_payable['status'] },
      payable_complete,
      production_payable,
      evidence_grade,
      release: { release_id, release_sha256 },
    },
  }
}

/** The chain as returned by `GET /v1/sources`. */
function chain(plan: AnswerPlan, lines: readonly Line[]): string[] {
  const row = rowOf(plan.record, lines)
  const ids = new Set(figuresOfRow(row).map(({ figure }) => figure.source_id))
  const sources = plan.record.sources
    .filter(({ source_id }) => ids.has(source_id))
    .map(({ source_id, sha256: hash }) => ({ source_id, sha256: hash }))
  const release = { release_id: plan.record.release_id, release_sha256: plan.context.releaseSha256 }
  return [
    'The service returns the same chain, with every figure of the row and its quote, for the hash of the row:',
    '',
    '```sh run',
    `curl -s 'http://127.0.0.1:8080/v1/sources?row_sha256=${row.row_sha256}' \\`,
    '  -H "X-API-Key: $READER"',
    '```',
    '',
    ...json({ data: [{ row: { row_id: row.row_id, row_sha256: row.row_sha256 }, sources, release }] }),
  ]
}

/** One line per example: its amount, or the refusal. */
function contents(plans: Plans): string {
  const lines = WORKED_EXAMPLES.map((example) => {
    const { plan, data, denied } = played(plans, example)
    const title = titleOf(plan, example)
    return [
      `[${title}](#${anchorOf(title)})`,
      String(data.calculation['base_tariff_paise']),
      `${example.refused.title}: \`${denied.code}\``,
    ]
  })
  return [...table(['example', 'base tariff, paise', 'refused'], lines), ''].join('\n')
}

function section(plans: Plans, example: WorkedExample): string {
  const { plan, body, question, denied, working, data } = played(plans, example)
  const { state, not, refused } = example
  const { lines } = data.calculation
  return [
    `## ${titleOf(plan, example)}`,
    '',
    ...curl(body),
    ...json(shown(data)),
    `By hand: ${working}.`,
    '',
    `### ${state}: the evidence trail`,
    '',
    ...trailText(plan.record, plan.context.releaseSha256, lines),
    ...chain(plan, lines),
    `### ${state}: what may not be concluded`,
    '',
    ...not.map((each) => `- ${each}`),
    '',
    `${refused.title} is refused:`,
    '',
    ...curl(question),
    ...json({ status: 'error', error: { code: denied.code, details: denied.details } }),
  ].join('\n')
}

function proof(plans: Plans): string {
  const [first] = WORKED_EXAMPLES
  const plan = plans.get(first?.state ?? '')
  if (plan === undefined) throw new Error('the first example has no release')
  const { record, context } = plan
  return [
    '## From the release to its proof',
    '',
    'Download a release by its hash, with its statement, its place in the log and a signed checkpoint. To verify it you need no service and',
    'no database, only keys that you trust. This is the release of the first example:',
    '',
    '```sh run',
    `curl -s http://127.0.0.1:8080/v1/releases/${context.releaseSha256} \\`,
    '  -H "X-API-Key: $READER" > .pramaan/worked-example.json',
    'curl -s http://127.0.0.1:8080/v1/trust.json > .pramaan/worked-example-trust.json',
    'npm run -s pramaan -- release verify .pramaan/worked-example.json --trusted-keys .pramaan/worked-example-trust.json',
    '```',
    '',
    '```text output',
    `verified: ${record.release_id}@1`,
    `  release_sha256 ${context.releaseSha256}`,
    '  29 gates passed; leaf … of a log of …',
    '```',
    '',
    '[auditor.md](auditor.md#a-release-offline) explains what this proves and what it does not.',
    '',
  ].join('\n')
}

/** The committed `docs/worked-examples.md`. */
export function workedExamplesText(shipped: readonly ShippedRecord[]): string {
  const plans = plansOf(shipped)
  return [HEAD, contents(plans), ...WORKED_EXAMPLES.map((each) => section(plans, each)), proof(plans)].join('\n')
}

if (import.meta.main) {
  await writeFile(EXAMPLES_DOC_FILE, workedExamplesText(await shippedRecords()))
  console.log(`docs/worked-examples.md shows ${WORKED_EXAMPLES.length} examples`)
}
