import { describe, expect, it } from 'vitest'
import { componentsIn, hasWord, levelsIn } from '../../../../pipeline/gates/text/reading-words.ts'

describe('words that a text is searched for', () => {
  it.each([
    ['PROPOSED tariff', ['approved', 'Proposed'], true],
    ['unproposed tariff', ['proposed'], false],
    ['the propo\u017fed tariff', ['proposed'], true],
    ['\u212aVA of the Bihar', ['kva'], true],
    ['वर्तमान दर', ['existing', 'वर्तमान'], true],
    ['CAFÉ', ['café'], true],
    ['cafe', ['café'], false],
    ['off-peak hours', ['off-peak'], true],
  ])('%j has one of %j: %j', (text, words, expected) => {
    expect(hasWord(text, words)).toBe(expected)
  })

  it('finds components in the order in which a text names them', () => {
    expect(componentsIn('DEMAND charge and Energy charge')).toEqual(['fixed', 'energy'])
    expect(componentsIn('fixedly')).toEqual([])
  })

  it('finds a level once, by its longest name', () => {
    expect(levelsIn('E.H.T supply')).toEqual(['EHT'])
    expect(levelsIn('Low Tension and HT')).toEqual(['HT', 'LT'])
    expect(levelsIn('High and extra high voltage consumers')).toEqual(['EHT', 'HT'])
  })
})
