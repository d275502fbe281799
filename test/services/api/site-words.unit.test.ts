import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../../pipeline/gates/calculation/draft.ts'
import { besideHeldText, datedText, omittedText } from '../../../releases/engine/answer/disclosures.ts'
import { ask } from '../../../releases/published/ask.ts'
import { type AnswerData, ask as askHere } from '../../../services/api/site/browser/ask.ts'
import { categoryGroups } from '../../../services/api/site/browser/category-options.ts'
import { choicesOf } from '../../../services/api/site/browser/choices.ts'
import { requestOf } from '../../../services/api/site/browser/fields.ts'
import { notIncluded } from '../../../services/api/site/browser/left-out.ts'
import { inFormWords, problemsOf } from '../../../services/api/site/browser/problems.ts'
import { FOLDERS, ODISHA_2025_26, planOf, shippedRecord } from '../../support/definitions.ts'

/** What the calculator says is in the words of its form. */

test.each(FOLDERS.filter((folder) => folder !== ODISHA_2025_26))(
  'no note under an amount of %s has a name that only programs use',
  async (folder) => {
    const { record } = await shippedRecord(folder)
    const plan = planOf(record)
    let read = 0
    for (const { inputs } of record.cases) {
      const asked = ask([plan], bodyOf(record.state_code, inputs), 'derived')
      const [code, licensee] = [String(inputs['subcategory_code']), String(inputs['licensee_code'] ?? '')]
      const choices = choicesOf([plan], { state: record.state_code, licensee, code, values: {} })
      if (!asked.ok || choices === null) continue
      for (const { message } of (JSON.parse(asked.dataText) as AnswerData).disclosures) {
        expect(inFormWords(message, choices)).not.toMatch(/[a-z0-9]_[a-z0-9]/)
        read += 1
      }
    }
    expect(read).toBeGreaterThan(0)
  },
)

test.each(FOLDERS.filter((folder) => folder !== ODISHA_2025_26))(
  'the form of %s offers no word that every answered case of the category is refused for',
  async (folder) => {
    const { record } = await shippedRecord(folder)
    const plan = planOf(record)
    for (const { subcategory_code: code, licensee_code } of record.categories) {
      const licensee = licensee_code ?? record.licensees[0]?.code ?? ''
      const bodies = record.cases
        .filter(({ inputs, expected }) => inputs['subcategory_code'] === code && !('refusal' in expected))
        .map(({ inputs }) => bodyOf(record.state_code, inputs))
        .filter((body) => (body.licensee_code ?? licensee) === licensee)
      const { fields } = choicesOf([plan], { state: record.state_code, licensee, code, values: {} })!
      for (const field of fields) {
        for (const word of bodies.length === 0 ? [] : field.words) {
          const codes = bodies.map((body) => {
            const asked = ask([plan], { ...body, ...requestOf([field], { [field.name]: word }) }, 'specimen')
            return asked.ok ? 'ok' : asked.code
          })
          const isForTheWord = (each: string) => each === 'INVALID_REQUEST_FIELD' || each === 'UNSUPPORTED_OPERATION'
          expect(codes.every(isForTheWord), `${code} ${field.name}=${word}`).toBe(false)
        }
      }
    }
  },
)

describe('the choice of a category', () => {
  const groupsOf = async (folder: string, licensee = '') => {
    const { record } = await shippedRecord(folder)
    const chosen = { state: record.state_code, licensee, code: '', values: {} }
    return categoryGroups(choicesOf([planOf(record)], chosen)!.categories)
  }

  test.each(FOLDERS)('of %s has every category once, and no two look the same', async (folder) => {
    const { record } = await shippedRecord(folder)
    for (const { code: licensee } of record.licensees) {
      const all = (await groupsOf(folder, licensee)).flatMap(({ options }) => options)
      expect(new Set(all.map(([code]) => code)).size).toBe(all.length)
      expect(new Set(all.map(([, text]) => text)).size, licensee).toBe(all.length)
    }
  })

  test.each(FOLDERS)(
    'of %s says of each what the definition notes, without names that only programs use',
    async (folder) => {
      const { record } = await shippedRecord(folder)
      const plan = planOf(record)
      for (const { subcategory_code: code, licensee_code, note } of record.categories) {
        const licensee = licensee_code ?? record.licensees[0]?.code ?? ''
        const choices = choicesOf([plan], { state: record.state_code, licensee, code, values: {} })
        if (note !== null) expect(inFormWords(note, choices!)).not.toMatch(/[a-z0-9]_[a-z0-9]/)
      }
    },
  )

  test('groups them by class in words, and adds the area that a printed name does not tell', async () => {
    const groups = await groupsOf('BR/2026-27')
    expect(groups.slice(0, 2)).toEqual([
      {
        label: 'Domestic',
        options: [
          ['KJ', 'KJ (Kutir Jyoti)'],
          ['DS-I', 'DS-I(D), rural'],
          ['DS-II', 'DS-II(D), urban'],
          ['DS-III', 'DS-III(D)'],
        ],
      },
      {
        label: 'Non domestic',
        options: [
          ['NDS-I', 'NDS-I(D), rural'],
          ['NDS-II', 'NDS-II(D), urban'],
        ],
      },
    ])
    expect(groups.map(({ label }) => label)).toContain('EV charging')
    expect((await groupsOf('GJ/2026-27', 'GJ_DGVCL')).map(({ options }) => options.map(([, text]) => text))).toEqual([
      ['RGP, urban', 'RGP Rural'],
    ])
  })

  test('adds the level of supply where a printed name stands for several', async () => {
    const options = (await groupsOf(ODISHA_2025_26, 'OD_TPCODL')).flatMap((group) => group.options)
    expect(options.filter(([, text]) => /^Large Industry/.test(text)).map(([, text]) => text)).toEqual([
      'Large Industry >=110 KVA',
      'Large Industry, HT',
      'Large Industry, EHT',
    ])
  })
})

test('a name is written as the label of its field, also at the beginning, and of an input with parts', async () => {
  const plan = planOf((await shippedRecord('MH/2026-27')).record)
  const choices = choicesOf([plan], { state: 'MH', licensee: 'MH_MSEDCL', code: 'LT-I-B', values: {} })!
  expect(inFormWords('selectors.municipal_corporation was not given. Give bill_period.', choices)).toBe(
    '“Selectors: municipal corporation” was not given. Give “Bill period”.',
  )
  expect(inFormWords('rounded (half_up_per_line_to_paise)', choices)).toBe('rounded (half up per line to paise)')
})

test.each([
  ['MH', 'HT-I-A', 'supply_level', 'Supply level', 'Must be one of: HT, EHV'],
  ['MH', 'LT-I-B', 'phase', 'Phase', 'Must be one of: single, three'],
  ['MH', 'LT-I-B', 'selectors.municipal_corporation', 'Selectors: municipal corporation', 'Must be one of yes, no'],
  ['BR', 'LT-EV', 'tod_period', 'Tod period', 'Must be one of: normal, peak, off peak'],
  ['BR', 'HTSS-11-33', 'apply_htss_11kv_surcharge', 'Apply htss 11kv surcharge', 'Must be yes or no'],
])('a word of a link that is none of the choices is refused with these: %s %s %s', async (...of) => {
  const [state, code, name, label, message] = of
  const plan = planOf((await shippedRecord(`${state}/2026-27`)).record)
  const values = { phase: 'single', [name]: 'htt' }
  const choices = choicesOf([plan], { state, licensee: '', code, values })!
  const problems = problemsOf(askHere([plan], { ...choices.body, energy_units: '9' }), choices, values)
  expect(problems).toContainEqual({ name, label, message })
})

test('what stands beside an amount names all that it leaves out: for good, for a missing input, for its days, by a hold', async () => {
  const plan = planOf((await shippedRecord('BR/2026-27')).record)
  const choices = choicesOf([plan], { state: 'BR', licensee: '', code: 'HTS-II', values: {} })!
  const lacking = [
    omittedText('selectors.paid', 'Fuel adjustment charge; Electricity duty, as printed on bills'),
    omittedText('tod_period', ''),
    datedText('Electricity duty, as printed on bills'),
    besideHeldText('Meter rent'),
  ].map((text) => JSON.parse(text) as AnswerData['disclosures'][number])
  const fact = { code: 'MONTH_NOT_GIVEN', message: 'The order gives no month.' }
  const names = 'Fuel adjustment charge; Electricity duty, as printed on bills; a time-of-day factor; Meter rent'
  const saidOf = (blocked: string[], disclosures: AnswerData['disclosures']): string =>
    notIncluded({ blocked_components: blocked, disclosures }, choices)
  expect(saidOf(['current_fppas', 'rebates'], [fact, ...lacking])).toBe(
    `Not included: current FPPAS, rebates. Nor, as the notes say: ${names}.`,
  )
  expect(saidOf([], lacking)).toBe(`Not included, as the notes say: ${names}.`)
  expect(saidOf(['rebates'], [fact])).toBe('Not included: rebates.')
  expect(saidOf([], [fact])).toBe('Not included: none known to the release.')
})
