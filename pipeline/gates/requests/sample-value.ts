import { tableInput } from '../../../releases/engine/input-names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Draft } from '../calculation/draft.ts'

/**
 * A value of an input that is valid by the schema of POST /calculate, in the form of a draft; undefined for text with a
 * meaning of its own.
 */
export function sampleOf({ selectors, zones }: ReleaseRecord, name: string): Draft {
  const input = tableInput(name)
  switch (input?.kind) {
    case 'quantity':
      return { [name]: '1' }
    case 'word':
      return { [name]: input.words[0] ?? '' }
    case 'flag':
      return { [name]: true }
    case 'count':
      return { [name]: 30 }
    case 'month':
      return { [name]: '2026-06' }
    case 'declared':
      return input.of === 'words'
        ? { [`${name}.${selectors[0]?.selector ?? 'scheme'}`]: selectors[0]?.words[0] ?? 'any' }
        : Object.fromEntries((zones.length === 0 ? ['peak'] : zones).map((zone) => [`${name}.${zone}`, '0']))
    case 'object': {
      const [part] = Object.entries(input.parts)
      if (part === undefined || part[1].kind === 'date') return {}
      return { [`${name}.${part[0]}`]: part[1].kind === 'flag' ? true : 0 }
    }
    default:
      return {}
  }
}
