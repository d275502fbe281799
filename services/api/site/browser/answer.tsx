import { workingOf } from '../../../../releases/engine/answer/working.ts'
import { HTTP_ERRORS } from '../../../platform/http-errors.ts'
import { GradeChip } from '../pages/grades.tsx'
import type { AnswerData, Asked, Line } from './ask.ts'
import { inWords } from './fields.ts'
import { money, rate } from './money.ts'

/** The amount, or why there is none. */
export function Outcome({ asked }: { readonly asked: Asked }) {
  if (!asked.ok) return <Refused code={asked.code} details={asked.details} />
  const { base_tariff_paise: paise } = asked.data.calculation
  return (
    <p class="total">
      {paise === null ? 'Total held' : money(paise)}
      <span>base tariff · not an official bill</span>
    </p>
  )
}

/** An answer line by line. */
export function Answer({ asked: { data, from } }: { readonly asked: Extract<Asked, { ok: true }> }) {
  const { calculation, beside, final_payable: final, subsidy, electricity_duty: duty } = data
  return (
    <>
      <Lines lines={calculation.lines} caption="The base tariff, line by line" />
      {beside !== undefined && (
        <>
          <Lines lines={beside.lines} caption="Beside the base tariff" />
          {beside.total_paise !== null && <p class="sum">Beside the base: {money(beside.total_paise)}</p>}
        </>
      )}
      {duty.status === 'statutory_rate_shown' && duty.amount_paise !== undefined && (
        <p class="sum">Electricity duty by its act, not included: {money(duty.amount_paise)}</p>
      )}
      {subsidy.status === 'applied' && subsidy.amount_paise !== undefined && (
        <p class="sum">Subsidy deducted: {money(subsidy.amount_paise)}</p>
      )}
      {final.amount_paise !== null && (
        <p class="sum">
          After it: {money(final.amount_paise)} ({final.status})
        </p>
      )}
      <LeftOut data={data} />
      <p class="proof">
        <span aria-hidden="true">✓</span> Verified in this browser:{' '}
        <a href={`/releases/${from.context.releaseSha256}`}>{from.record.release_id}</a>, hash, signature and place in
        the log. Calculation <span class="hash">{data.calculation_sha256.slice(0, 16)}…</span>
      </p>
    </>
  )
}

function Lines({ lines, caption }: { readonly lines: readonly Line[]; readonly caption: string }) {
  return (
    <table class="lines">
      <caption>{caption}</caption>
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row">
              {inWords(line.description)} <GradeChip grade={line.evidence.grade} />
              <span class="working">{workingOf(line, rate)}</span>
            </th>
            <td class="amount">
              <a href={`/evidence/${line.row_sha256}`} aria-label={`${money(line.amount_paise)}, show the evidence`}>
                {money(line.amount_paise)}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LeftOut({ data: { blocked_components: blocked, disclosures } }: { readonly data: AnswerData }) {
  return (
    <details class="left-out">
      <summary>
        Not included: {blocked.length === 0 ? 'none known to the release' : blocked.map(inWords).join(', ')}. What this
        amount assumes: {disclosures.length} {disclosures.length === 1 ? 'note' : 'notes'}
      </summary>
      <ul>
        {disclosures.map(({ message }) => (
          <li>{message}</li>
        ))}
      </ul>
    </details>
  )
}

function messageOf(code: string): string {
  const { message, remedy } = HTTP_ERRORS[code as keyof typeof HTTP_ERRORS]
  return `${message} ${remedy}`
}

/** A detail of a refusal as text, such as a reason, a list of codes, or figures with their grades. */
function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(detailText).join(', ')
  return typeof detail === 'object' && detail !== null
    ? Object.values(detail).map(detailText).join(' ')
    : String(detail)
}

type Problem = { readonly field: string; readonly message: string }

function Refused({ code, details }: { readonly code: string; readonly details: Readonly<Record<string, unknown>> }) {
  const fields = Array.isArray(details['fields']) ? (details['fields'] as Problem[]) : []
  return (
    <div class="refused">
      <p class="total">
        No amount <span>{code}</span>
      </p>
      {fields.length > 0 ? (
        <ul>
          {fields.map(({ field, message }) => (
            <li>
              <b>{field.slice(1).replaceAll('_', ' ').replaceAll('/', ': ')}</b>: {message}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{messageOf(code)}</p>
          <dl class="cell">
            {Object.entries(details)
              .map(([name, detail]) => [name, detail === null ? '' : detailText(detail)] as const)
              .filter(([, text]) => text !== '')
              .map(([name, text]) => (
                <>
                  <dt>{inWords(name)}</dt>
                  <dd>{text}</dd>
                </>
              ))}
          </dl>
        </>
      )}
    </div>
  )
}
