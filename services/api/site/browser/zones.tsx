import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { type Asked, ask } from './ask.ts'
import { useWidth } from './chart.tsx'
import { type Field, hoursInWords, titleOf } from './fields.ts'
import { money } from './money.ts'

/** A bill with all units in one time-of-day zone; null: refused, partly held, or without a verified rate. */
export type ZoneBill = { readonly zone: string; readonly paise: number | null }

/** `unknown`: the end of a sentence, why no bill is known if none is. */
export type ZoneBills = { readonly bills: readonly ZoneBill[]; readonly unknown: string }

const PREFIX = 'energy_by_zone.'

/**
 * The bill for each time of day that the category distinguishes, with the rest of the request unchanged; null if it
 * distinguishes none.
 */
export function zoneBills(
  plans: readonly AnswerPlan[],
  body: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  units: string,
): ZoneBills | null {
  const zones = fields.flatMap(({ name }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  if (zones.length === 0) return null
  let unknown = ''
  const bills = zones.map((zone) => {
    const byZone = Object.fromEntries(zones.map((each) => [each, each === zone ? units : '0']))
    const asked = ask(plans, { ...body, energy_units: units, energy_by_zone: byZone })
    unknown = whyUnknown(asked, fields)
    if (!asked.ok || asked.data.blocked_components.includes('time_of_day')) return { zone, paise: null }
    const { calculation, beside } = asked.data
    const extra = beside === undefined ? 0 : beside.total_paise
    const base = calculation.base_tariff_paise
    return { zone, paise: base === null || extra === null ? null : base + extra }
  })
  return { bills, unknown }
}

function whyUnknown(asked: Asked, fields: readonly Field[]): string {
  const names = missingFrom(asked)
  const missing = fields.filter(({ name }) => names.includes(name) || names.includes(name.split('.')[0] ?? name))
  if (missing.length > 0) return `: give also ${missing.map(titleOf).join(', ')}.`
  return asked.ok
    ? ', but no verified rate for it applies to these inputs. A rate may apply on another day.'
    : ', but these inputs have no amount.'
}

/** Names of the inputs without which an answer has no rate for the time of day. */
function missingFrom(asked: Asked): string[] {
  if (!asked.ok) {
    const reported = (asked.details['fields'] ?? []) as readonly { readonly field: string; readonly rule: string }[]
    return reported
      .filter(({ rule }) => rule.startsWith('required'))
      .map(({ field }) => field.slice(1).replace('/', '.'))
  }
  const rules = asked.from.record.rules.adjustments.filter(({ stands_for: part }) => part === 'time_of_day')
  return asked.data.disclosures.flatMap(({ code, message }) =>
    code.endsWith('_NOT_GIVEN') && rules.some(({ description }) => message.includes(description))
      ? (message.split(' ')[0] ?? [])
      : [],
  )
}

const zoneName = (zone: string): string => hoursInWords(zone).replaceAll('_', ' ')

const ROW = 34
const LABEL = 96
const AMOUNT = 110

/** One bar for each time of day, or text if no bill is known. */
export function Zones({ zones, name, side }: { zones: ZoneBills; name: string | null; side: number }) {
  const { bills, unknown } = zones
  const [figure, width] = useWidth()
  const most = Math.max(0, ...bills.map(({ paise }) => paise ?? 0))
  const of = name === null ? '' : `${name}: `
  if (bills.every(({ paise }) => paise === null))
    return (
      <figure ref={figure}>
        <figcaption>
          {of}Time of day changes this bill{unknown}
        </figcaption>
      </figure>
    )
  return (
    <figure class={`chart zones side-${side}`} ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${bills.length * ROW}`}
        role="img"
        aria-label={bills.map(({ zone, paise }) => `${zoneName(zone)}: ${amount(paise)}`).join(', ')}
      >
        {bills.map(({ zone, paise }, index) => {
          const long = most === 0 ? 0 : ((width - LABEL - AMOUNT) * (paise ?? 0)) / most
          const middle = index * ROW + ROW / 2 + 4
          return (
            <g class="zone">
              <text x={0} y={middle}>
                {zoneName(zone)}
              </text>
              <rect x={LABEL} y={index * ROW + 7} width={long} height={ROW - 14} rx={2} />
              <text class="value" x={width} y={middle} text-anchor="end">
                {amount(paise)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption>{of}The same units, all used at one time of day: base tariff and the charges beside it.</figcaption>
    </figure>
  )
}

const amount = (paise: number | null): string => (paise === null ? 'not known' : money(paise))
