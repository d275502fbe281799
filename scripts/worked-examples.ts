/** Request fields of POST /calculate. */
export type Body = Readonly<Record<string, unknown>>

/** One example of a state: a regression case that is answered, and a request that is refused. */
export type WorkedExample = {
  readonly state: string
  readonly title: string
  readonly case_id: string
  /** Further inputs of the request. */
  readonly more?: Body
  /** Wrong conclusions that a reader might draw from the answer. */
  readonly not: readonly string[]
  readonly refused: { readonly title: string; readonly body: Body }
}

export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  {
    state: 'BR',
    title: 'an urban home, 200 units at 2 kW',
    case_id: 'BR-DS-II-C01',
    not: [
      'That a bill of 31 days gets a share of the free units. They are published for 25, 30 and 40 days; no other length is computed.',
      'That the amount is after subsidy. Without `billing_days` no subsidy is evaluated; with it, the free units are waived, and the fixed charge too if the bill is wholly within them. The waiver of the fixed charge is stated for smart prepaid meters: a disclosure says so.',
    ],
    refused: {
      title: 'A bill of 31 days',
      body: { subcategory_code: 'DS-II', energy_units: '200', connected_load: '2', billing_days: 31 },
    },
  },
  {
    state: 'MH',
    title: 'a home with MSEDCL, 150 units, single phase',
    case_id: 'MH-MSEDCL-LT-I-B-C01',
    not: [
      'That this is what MSEDCL bills. Fuel adjustment, time of day, duty and tax on sale are not included in any amount.',
      'That you can get a complete payable amount by requesting it. The route has this option, but no profile is approved for it.',
    ],
    refused: {
      title: 'The complete payable',
      body: {
        licensee_code: 'MH_MSEDCL',
        subcategory_code: 'LT-I-B',
        energy_units: '150',
        phase: 'single',
        profile: 'LT-I-B',
      },
    },
  },
  {
    state: 'GJ',
    title: 'an urban home with DGVCL, 300 units at 3 kW',
    case_id: 'GJ-DGVCL-DOMESTIC-URBAN-C01',
    not: [
      'That another licensee of the state charges the same. Four are served, each with its own row; none is used for another licensee.',
      'That `payable_complete` becomes true if you send more inputs. FPPAS and duty are not included in any amount, so it stays false.',
    ],
    refused: {
      title: 'A home in Ahmedabad, with Torrent Power',
      body: {
        licensee_code: 'GJ_TPL_A',
        subcategory_code: 'DOMESTIC_URBAN',
        energy_units: '300',
        connected_load: '3',
        load_unit: 'kw',
        billing_date: '2026-04-01',
        meter_mode: 'postpaid',
      },
    },
  },
  {
    state: 'RJ',
    title: 'a home in Jaipur with JVVNL, 200 units',
    case_id: 'RJ-JVVNL-GENERAL-DOMESTIC-C01',
    not: [
      'That a licensee serves a district because the request names both. They are compared, and a mismatch is refused.',
      'That the bracket of the fixed charge follows from the units of this bill. It is a separate input: `fixed_charge_basis_units`.',
    ],
    refused: {
      title: 'Jaipur, with the licensee of Jodhpur',
      body: {
        licensee_code: 'RJ_JDVVNL',
        district: 'Jaipur',
        subcategory_code: 'GENERAL_DOMESTIC',
        energy_units: '200',
        fixed_charge_basis_units: '200',
      },
    },
  },
  {
    state: 'OD',
    title: 'a home with TPCODL, 250 units at 2.3 kW',
    case_id: 'OD-TPCODL-DOMESTIC-OTHERS-C01',
    not: [
      'That a Kutir Jyoti home with 31 units pays by the general schedule. Its charge above 30 units was not found in any text of the regulator for FY 2026-27.',
      'That solar export earns money. The answer repeats the units of gross metering, but their settlement is held.',
    ],
    refused: {
      title: 'Kutir Jyoti with 31 units',
      body: { licensee_code: 'OD_TPCODL', subcategory_code: 'KUTIR_JYOTI', energy_units: '31', connected_load: '0.5' },
    },
  },
  {
    state: 'TS',
    title: 'a shop, 150 units at 2 kW, beside its printed bill',
    case_id: 'TS-LT-II-B-C01',
    more: { actual_bill: { energy_charge_paise: 134500, fixed_charge_paise: 14000, total_paise: 160000 } },
    not: [
      'That the printed total is right or wrong. Energy and fixed charge match; the other parts of the total are held, so the verdict is `inconclusive`.',
      'That HT supply can be priced because its category is listed. Its demand charge is held, and no amount is calculated without it.',
    ],
    refused: {
      title: 'An HT connection',
      body: { subcategory_code: 'HT-II-A', energy_units: '10000', connected_load: '80', contract_demand_kva: '100' },
    },
  },
  {
    state: 'JH',
    title: 'an urban home with JBVNL, 150 units',
    case_id: 'JH-JBVNL-DS-URBAN-C01',
    not: [
      'That DVC has a tariff here because it is listed as active. Its figures are specimens, and an ordinary key is refused.',
      'That a home pays this amount. The state subsidises domestic bills, and the subsidy of this year was not found.',
    ],
    refused: {
      title: 'A home with DVC',
      body: { licensee_code: 'JH_DVC', subcategory_code: 'LT-DOM', energy_units: '150' },
    },
  },
]
