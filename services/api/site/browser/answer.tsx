import { workingOf } from '../../../../releases/engine/answer/working.ts'
import { weakest } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { HTTP_ERRORS } from '../../../platform/http-errors.ts'
import { GradeChip } from '../pages/grades.tsx'
import type { AnswerData, Asked, Line } from './ask.ts'
import type { Choices } from './choices.ts'
import { inWords } from './fields.ts'
import { evidenceAt, figurePathOf, subsidyFigures } from './figure-path.ts'
import { notIncluded } from './left-out.ts'
import { money, rate } from './money.ts'
import { inFormWords, type Problem } from './problems.ts'

type OutcomeProps = {
  readonly asked: Asked
  readonly choices: Choices
  readonly problems: readonly Problem[]
  /** The id of a field's control. */
  readonly idOf: (field: string) => string
}

/** The amount, or why there is none. */
export function Outcome({ asked, ...form }: OutcomeProps) {
  if (!asked.ok) return <Refused {...form} asked={asked} />
  const { base_tariff_paise: paise } = asked.data.calculation
  return (
    <p class="total">
      {paise === null ? 'Total held' : money(paise)}
      <span>base tariff · not an official bill</span>
    </p>
  )
}

type AnswerProps = { readonly asked: Extract<Asked, { ok: true }>; readonly choices: Choices }

/** An answer line by line. */
export function Answer({ asked: { data, from }, choices }: AnswerProps) {
  const { calculation, beside, final_payable: final, subsidy, electricity_duty: duty } = data
  const { record } = from
  const row = calculation.lines[0]?.row_sha256 ?? ''
  const deducted = subsidy.billing_days === undefined ? null : subsidyFigures(record, subsidy.billing_days)
  return (
    <>
      <Lines record={record} lines={calculation.lines} caption="The base tariff, line by line" />
      {beside !== undefined && (
        <>
          <Lines record={record} lines={beside.lines} caption="Beside the base tariff" />
          {beside.total_paise !== null && <p class="sum">Beside the base: {money(beside.total_paise)}</p>}
        </>
      )}
      {duty.status === 'statutory_rate_shown' && duty.amount_paise !== undefined && (
        <p class="sum">
          Electricity duty by its act, not included: {duty.evidence && <GradeChip grade={duty.evidence.grade} />}{' '}
          <Amount paise={duty.amount_paise} at={evidenceAt(row, 'rules/duty')} />
        </p>
      )}
      {subsidy.status === 'applied' && subsidy.amount_paise !== undefined && (
        <p class="sum">
          Subsidy deducted: {deducted && <GradeChip grade={deducted.grade} />}{' '}
          <Amount paise={subsidy.amount_paise} at={evidenceAt(row, deducted?.path ?? null)} />
        </p>
      )}
      {final.amount_paise !== null && (
        <p class="sum">
          After it: {money(final.amount_paise)} ({final.status})
        </p>
      )}
      <LeftOut data={data} choices={choices} />
      <p class="proof">
        <span aria-hidden="true">✓</span> Verified in this browser:{' '}
        <a href={`/releases/${from.context.releaseSha256}`}>{from.record.release_id}</a>, hash, signature and place in
        the log. Calculation <span class="hash">{data.calculation_sha256.slice(0, 16)}…</span>
      </p>
    </>
  )
}

/** An amount, which leads to the figure behind it. */
const Amount = ({ paise, at }: { readonly paise: number; readonly at: string }) => (
  <a href={at} aria-label={`${money(paise)}, show the evidence`}>
    {money(paise)}
  </a>
)

type LinesProps = { readonly record: ReleaseRecord; readonly lines: readonly Line[]; readonly caption: string }

function Lines({ record, lines, caption }: LinesProps) {
  return (
    <table class="lines">
      <caption>{caption}</caption>
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row">
              {inWords(line.description)}{' '}
              <GradeChip grade={weakest([line, ...(line.steps ?? [])].map(({ evidence }) => evidence.grade))} />
              <span class="working">{workingOf(line, rate)}</span>
            </th>
            <td class="amount">
              <Amount paise={line.amount_paise} at={evidenceAt(line.row_sha256, figurePathOf(record, line))} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type LeftOutProps = { readonly data: AnswerData; readonly choices: Choices }

function LeftOut({ data, choices }: LeftOutProps) {
  const { disclosures } = data
  return (
    <details class="left-out">
      <summary>
        {notIncluded(data, choices)} What this amount assumes: {disclosures.length}{' '}
        {disclosures.length === 1 ? 'note' : 'notes'}
      </summary>
      <ul>
        {disclosures.map(({ message }) => (
          <li>{inFormWords(message, choices)}</li>
        ))}
      </ul>
    </details>
  )
}

/** Where the catalogue speaks to a program with a key. */
const FOR_READERS: Readonly<Record<string, string>> = {
  EVIDENCE_BELOW_FLOOR:
    'A figure that this amount needs is a specimen: a placeholder, not a published figure. This page shows no such amount.',
}

/** What happened and why. The catalogue's remedy is for programs. */
function messageOf(code: string): string {
  const { message, why } = HTTP_ERRORS[code as keyof typeof HTTP_ERRORS]
  return FOR_READERS[code] ?? `${message} ${why}`
}

/** A detail of a refusal as text, such as a reason, a list of codes, or figures with their grades. */
function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(detailText).join(', ')
  return typeof detail === 'object' && detail !== null
    ? Object.values(detail).map(detailText).join(' ')
    : String(detail)
}

/** Moves the focus to a field, also to one in a closed part of the form. */
function goTo(event: Event, id: string): void {
  const field = document.getElementById(id)
  if (field === null) return
  event.preventDefault()
  field.closest('details')?.setAttribute('open', '')
  field.focus()
}

type RefusedProps = Omit<OutcomeProps, 'asked'> & { readonly asked: Extract<Asked, { ok: false }> }

function Refused({ asked: { code, details }, choices, problems, idOf }: RefusedProps) {
  const listed = problems.filter(({ message }) => message !== null)
  return (
    <div class="refused">
      <p class="total">No amount</p>
      {listed.length === 0 && <p>{messageOf(code)}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ name, label, message }) => (
            <li>
              <a href={`#${idOf(name)}`} onClick={(event) => goTo(event, idOf(name))}>
                {label}
              </a>
              {message !== null && `: ${message}`}
            </li>
          ))}
        </ul>
      )}
      {listed.length === 0 && (
        <dl class="cell">
          {Object.entries(details)
            .map(([name, detail]) => [name, detail === null ? '' : detailText(detail)] as const)
            .filter(([, text]) => text !== '')
            .map(([name, text]) => (
              <>
                <dt>{inWords(name)}</dt>
                <dd>{name === 'bound' ? inFormWords(text, choices) : text}</dd>
              </>
            ))}
        </dl>
      )}
      <p class="faint">Code of this refusal: {code}</p>
    </div>
  )
}
