/**
 * The rules of fields and parameters, as refusals name them for programs (`details.fields[].rule`, `details.rule`). A
 * test compares this list with what the code refuses with.
 */
export const FIELD_RULES: Readonly<Record<string, string>> = {
  after_to: '`from` is after `to`',
  at_least_own_use: 'generated units are fewer than the units used from the plant',
  at_most_generation: 'more units are exported than generated',
  conflict: 'effective_on and billing_date name different days',
  consecutive: 'months do not follow each other',
  decimals:
    'more than three decimals, above the largest value, or a number that a double cannot represent: send decimal text',
  disagrees:
    'a day or month contradicts the days of the bill or of the release, or a value is below one that it cannot be less than',
  empty: 'no value',
  enum: 'none of the listed values',
  malformed: 'the parameter does not have the required form',
  max_items: 'too many items or members',
  maximum: 'above the largest value',
  min_items: 'too few items or members',
  minimum: 'below the smallest value',
  not_applicable: 'the category or route does not use the field: leave it out',
  not_in_batch: 'only single requests accept the field',
  one_of: 'two fields of which only one may be given',
  other_query: 'the cursor belongs to another query',
  pattern: 'the value does not have the required form',
  quantity: 'not a quantity from 0 to the largest value, with at most three decimals',
  repeated: 'the parameter is there more than once',
  required: 'the field is missing',
  required_together: 'only one of two parameters that belong together',
  required_where: 'the field is missing, and needed for a customer like this one',
  sum: 'parts do not add up to the whole',
  too_long: 'too many characters',
  type: 'a value of another JSON type',
  unknown: 'no field or parameter of this route',
  whole_units: 'the licensee bills whole units only',
}
