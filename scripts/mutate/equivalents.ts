/** Mutations that change no observable behaviour, each with the reason. `within` and `change` identify them. */
export type Equivalent = {
  readonly file: string
  /** The line, without surrounding spaces. */
  readonly within: string
  /** `original -> replacement`. */
  readonly change: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'releases/engine/charges/charge.ts',
    within: 'const used = [...(per === null ? [] : [per]), ...(by === null || by === per ? [] : [by]), ...named]',
    change: '|| -> &&',
    reason:
      'Without steps_by the two are one quantity, so that none is null alone: it then stands in the list twice, and whoever reads the list takes each once, or only the weakest or the first of it.',
  },
  {
    file: 'releases/engine/language/quantities.ts',
    within:
      'if (first !== undefined && numbers.length === 1 && cases[0]?.tests.length === 0 && !isDated(cases[0].dates))',
    change: '0 -> 1',
    reason:
      'A quantity of one case whose one condition does not hold is refused before it is read (`deciding`); one without conditions is then read through its only case, which gives the same number.',
  },
  {
    file: 'releases/engine/language/number.ts',
    within: 'if (number.fixed !== null) return number.fixed',
    change: 'number.fixed !== null -> false',
    reason:
      'What is fixed is also what `read` sets: test/releases/engine/language/number.property.test.ts compares both.',
  },
  {
    file: 'releases/engine/request/normalise.ts',
    within: 'if (milli / 1000 === value && milli >= 0 && milli <= largest * 1000) return milli + 0',
    change: '/ -> *',
    reason: 'All but nought is then read by the lines below, as text, to the same thousandths.',
  },
  {
    file: 'releases/engine/charges/pricing.ts',
    within: 'to.set(0, 1)',
    change: '1 -> 2',
    reason: 'Nought halves is nought.',
  },
  {
    file: 'releases/engine/reference/charges.ts',
    within: 'const quantity = times === ONE ? share : multiply(share, times)',
    change: 'times === ONE -> false',
    reason: 'A quantity times one is the quantity, in lowest terms as before.',
  },
  {
    file: 'pipeline/gates/bad-requests/bad-fields.ts',
    within: 'const SIXTEENTH = 0.0625',
    change: '0.0625 -> 1.0625',
    reason: 'A whole number and a sixteenth has four decimals, whatever the whole number is.',
  },
  {
    file: 'pipeline/projections/read-model.ts',
    within: 'const BATCH = 200',
    change: '200 -> 201',
    reason: 'Events are projected so many at a time until none is left.',
  },
  {
    file: 'pipeline/gates/requests/generate-inputs.ts',
    within: 'if (kind < 88) return largest - random.below(2)',
    change: '88 -> 89',
    reason: 'One draw more in a hundred is the largest quantity, and one less of any size: both are drawn still.',
  },
  {
    file: 'pipeline/gates/requests/shrink.ts',
    within: 'for (let less = Math.floor(milli / 2); less > 0; less = Math.floor(less / 2)) found.push(milli - less)',
    change: 'floor -> ceil',
    reason:
      'Of the first: the first step is a thousandth longer, and the last is the smallest all the same. Of the second: the loop comes to no end, which is noticed.',
  },
  {
    file: 'pipeline/gates/calculation/compiled.ts',
    within: 'if (before !== undefined) return before',
    change: 'before !== undefined -> false',
    reason: 'The same record is then compiled once more, to the same plan.',
  },
  {
    file: 'pipeline/gates/held/held-calculations.ts',
    within: 'const draft = quantities.length === 0 ? null : draftWith(alone, fit, charge.charge_id, drafts)',
    change: 'quantities.length === 0 -> false',
    reason: 'A request is then looked for and not used: the loop over no quantities asks nothing of it.',
  },
  {
    file: 'pipeline/gates/conditions/samples.ts',
    within: 'const scale = largest === LARGEST_QUANTITY ? 1 : 1000',
    change: '1000 -> 1001',
    reason:
      'The points between which a turn is looked for lie a thousandth further apart; between two the search ends at the smallest step, wherever they lie.',
  },
  {
    file: 'releases/engine/explain/rule-errors.ts',
    within: 'const NEAR_PAISE = 25',
    change: '25 -> 26',
    reason: 'It only says which candidates are worth a calculation, which then judges to the paisa.',
  },
  {
    file: 'releases/engine/charges/charge.ts',
    within: 'return kept === null ? compile() : kept.of([proration?.rule ?? record, ...keys], compile)',
    change: 'kept === null -> true',
    reason: 'Every part is then compiled again, to the same value; keeping parts only saves that time.',
  },
  {
    file: 'pipeline/gates/text/numbers.ts',
    within:
      "return { number: { at: word.index, end: word.index + word[0].length, text: word[0], value: '0', why: null } }",
    change: '0 -> 1',
    reason: 'The whole match is its only group.',
  },
  {
    file: 'pipeline/gates/conditions/samples.ts',
    within: 'const isAll = count <= MOST',
    change: '<= -> <',
    reason: 'At exactly so many combinations the multiplier, a prime, still gives each of them once, in another order.',
  },
  {
    file: 'services/api/limits/local-bills.ts',
    within: 'const COMPACT_AT = 1_024',
    change: '1_024 -> 1025',
    reason: 'How many expired batches are kept before they are removed. They are not included in any sum.',
  },
  {
    file: 'services/keys/lookup.ts',
    within: '#generation = 0',
    change: '0 -> 1',
    reason: 'It is only compared with an earlier value of itself.',
  },
  {
    file: 'pipeline/log-fold/log-fold.ts',
    within: 'if (fault === null) this.#followed.set(position, row.hash)',
    change: 'fault === null -> true',
    reason:
      'What is kept about an event is looked up only after the chain was followed beyond it, and is replaced when that happens.',
  },
  {
    file: 'releases/engine/language/number.ts',
    within: 'const order = a.low === null ? -1 : b.low === null ? 1 : compare(a.low, b.low)',
    change: '1 -> 2',
    reason: 'Only its sign is read.',
  },
  {
    file: 'releases/engine/reference/bill.ts',
    within: "return effect !== 'none' && values.length > 0",
    change: '> -> >=',
    reason: 'A case without values has no figures, and adds no line either way.',
  },
  {
    file: 'releases/engine/resolver/resolve-category.ts',
    within: 'if (name === null) return undefined',
    change: 'name === null -> false',
    reason: 'Nothing in a context is called `null`.',
  },
  {
    file: 'pipeline/gates/bad-requests/bad-days.ts',
    within: 'const to = dayAfter(first, 29)',
    change: '29 -> 30',
    reason: 'A bill of 31 days is of one month too, and the months drawn are still outside it.',
  },
  {
    file: 'services/api/limits/local-bills.ts',
    within: 'if (log.first < COMPACT_AT || log.first * 2 < log.times.length) return',
    change: '2 -> 3',
    reason: 'When expired batches are removed. They are not included in any sum.',
  },
  {
    file: 'services/api/limits/recent-times.ts',
    within: 'const FIRST_CAPACITY = 8',
    change: '8 -> 9',
    reason: 'The array grows when it is full, whatever its first size is.',
  },
  {
    file: 'services/api/limits/limiter.ts',
    within: 'if (!this.#redisDecides) this.#recovered(name)',
    change: '!this.#redisDecides -> true',
    reason: 'Where Redis decides there is no failing node, so nothing is removed and nothing changes.',
  },
  {
    file: 'services/api/checks/credentials.ts',
    within: "return token === undefined ? { reason: 'invalid' } : { key: token }",
    change: 'token === undefined -> false',
    reason: 'A key that is undefined is not well-formed, and is refused with the same reason.',
  },
  {
    file: 'pipeline/gates/requests/fitting.ts',
    within: 'if (misses === 0) break',
    change: 'misses === 0 -> true',
    reason: 'The same move is then found as the first of a pair, whose second sets a quantity to what it was.',
  },
  {
    file: 'services/api/limits/redis-bills.ts',
    within: 'if (used === undefined || freesIn === undefined || nowUs === undefined)',
    change: '|| -> &&',
    reason: 'The script answers with all four numbers or with an error.',
  },
  {
    file: 'services/api/limits/recent-times.ts',
    within: 'for (let place = this.length - 1; place >= 0; place -= 1) {',
    change: '- -> +',
    reason: 'The two places behind the last hold no time that is looked for.',
  },
  {
    file: 'releases/engine/language/fraction.ts',
    within: 'export const least = (a: Fraction, b: Fraction): Fraction => (compare(b, a) < 0 ? b : a)',
    change: '< -> <=',
    reason: 'Of two equal fractions either is the least: only the value of a bound is read, not how it is written.',
  },
  {
    file: 'releases/engine/answer/verification.ts',
    within: "if (!parts.some(({ status }) => status === 'mismatch')) return parts",
    change: "!parts.some(({ status }) => status === 'mismatch') -> false",
    reason:
      'What was left out is then tried for a bill without a mismatch too, which takes time; only parts that mismatch are changed by it.',
  },
  {
    file: 'releases/engine/adjustments/value.ts',
    within: "if (first === undefined) throw new RangeError('a value without steps')",
    change: 'first === undefined -> false',
    reason:
      'A value without steps does not compile (checkSteps); the line tells only the compiler that there is a first.',
  },
  {
    file: 'releases/proof/format/strict-json.ts',
    within: "if (typeof value !== 'object' || value === null) return true",
    change: 'true -> false',
    reason: 'The canonical form is then written for each text and compared with it: the same verdict, later.',
  },
]
