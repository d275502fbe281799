/** The verification tier of each state, from the specification's coverage table. */
export const TIERS: Readonly<Record<string, string>> = {
  BR: 'verified_strict',
  MH: 'verified_reference',
  GJ: 'verified_guarded',
  RJ: 'verified_shadow',
  OD: 'verified_shadow',
  TS: 'verified_shadow',
  JH: 'verified_tariff_estimation',
}
