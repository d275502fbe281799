import { expect, test } from 'vitest'
import { bodyOf } from '../../../pipeline/gates/calculation/draft.ts'
import { ask } from '../../../releases/published/ask.ts'
import type { AnswerData } from '../../../services/api/site/browser/ask.ts'
import { choicesOf } from '../../../services/api/site/browser/choices.ts'
import { inFormWords } from '../../../services/api/site/browser/problems.ts'
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

test('a name is written as the label of its field, also at the beginning, and of an input with parts', async () => {
  const plan = planOf((await shippedRecord('MH/2026-27')).record)
  const choices = choicesOf([plan], { state: 'MH', licensee: 'MH_MSEDCL', code: 'LT-I-B', values: {} })!
  expect(inFormWords('selectors.municipal_corporation was not given. Give bill_period.', choices)).toBe(
    '“Selectors: municipal corporation” was not given. Give “Bill period”.',
  )
  expect(inFormWords('rounded (half_up_per_line_to_paise)', choices)).toBe('rounded (half up per line to paise)')
})
