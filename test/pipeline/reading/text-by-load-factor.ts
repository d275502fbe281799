/** The page of schedule-by-load-factor.ts, and its sentences. */
export const S = {
  every15:
    'The fixed charges of LV-1.1 above 150 units shall be levied considering every 15 units of consumption per month or part thereof equal to 0.1 kW of load.',
  tele: 'The energy charges of LV-1.1 for consumption in each slab are on a telescopic basis.',
  min: 'A minimum charge of Rs. 76 per connection per month is applicable to LV-1.1 towards the energy charge.',
  prepaid:
    'A rebate of 25 paise per unit on the energy charge is applicable to LV-1.1 and LV-2.2 consumers with prepaid meters.',
  temp: 'Temporary supply to LV-2.2 consumers shall be billed at 1.25 times the normal energy charge and 1.25 times the normal fixed charge.',
  bd: 'The billing demand for the month of HV-3 consumers shall be the actual maximum kVA demand of the consumer during the month or 90% of the contract demand, whichever is higher.',
  round: 'Fraction of a kVA in the billing demand, if any, shall be rounded off to the next higher kVA.',
  guar: 'The HV-3 consumer shall guarantee a minimum annual consumption of 1200 units per kVA of contract demand.',
  ex1: 'The demand of HV-3 consumers recorded in excess of 115% of the contract demand up to 130% of the contract demand shall be charged, in addition, at 1.3 times the normal fixed charge.',
  ex2: 'The demand of HV-3 consumers recorded in excess of 130% of the contract demand shall be charged, in addition, at 2 times the normal fixed charge.',
  pf: 'If the average monthly power factor of an HV-3 consumer is more than 95%, an incentive of 1% of the energy charge shall be payable for each 1% by which the average monthly power factor is above 95%.',
  pen: 'If the average monthly power factor of an HV-3 consumer falls below 90%, a penalty of 1% of the energy charge shall be levied for each 1% by which it falls below 90%.',
  dps: 'A delayed payment surcharge of 1.25% of the bill shall be payable by all consumers on a bill that is not paid by the due date.',
  online:
    'A rebate of 0.5% of the bill shall be given to LV consumers who pay online by the due date, subject to a maximum of Rs. 20 per bill.',
  fppas: 'The FPPAS of 22 paise per unit shall be recovered from all consumers for the consumption of May 2026.',
  lf: 'Load factor (%) = monthly consumption X 100 / (contract demand in kVA X 0.90 X 720 hours).',
}
export const X1 = 'in excess of 115% of the contract demand up to 130% of the contract demand'
export const X2 = 'in excess of 130% of the contract demand shall be charged'
export const page = `<!doctype html><html><body>
<h2>TARIFF SCHEDULES FOR FY 2026-27</h2>
<h3>Tariff Schedule LV-1.1: Domestic</h3>
<table>
<tr><th rowspan="2">Monthly consumption slab (units)</th><th colspan="2">Energy charge (paise per unit)</th><th colspan="2">Monthly fixed charge (Rs.)</th></tr>
<tr><th>Urban areas</th><th>Rural areas</th><th>Urban areas</th><th>Rural areas</th></tr>
<tr><td>Up to 50 units</td><td>431</td><td>417</td><td>71 per connection</td><td>57 per connection</td></tr>
<tr><td>51 to 150 units</td><td>527</td><td>509</td><td>123 per connection</td><td>99 per connection</td></tr>
<tr><td>151 to 300 units</td><td>663</td><td>648</td><td>27 for each 0.1 kW load</td><td>24 for each 0.1 kW load</td></tr>
<tr><td>Above 300 units</td><td>684</td><td>671</td><td>29 for each 0.1 kW load</td><td>26 for each 0.1 kW load</td></tr>
</table>
<p>(a) ${S.tele}</p>
<p>(b) ${S.every15}</p>
<p>(c) ${S.min}</p>
<h3>Tariff Schedule LV-2.2: Non-Domestic</h3>
<table>
<tr><th rowspan="2">Sub-category</th><th rowspan="2">Energy charge (paise per unit)</th><th colspan="2">Monthly fixed charge (Rs. per kW)</th></tr>
<tr><th>Urban areas</th><th>Rural areas</th></tr>
<tr><td>LV-2.2 Sanctioned load up to 10 kW</td><td>641</td><td>82</td><td>66</td></tr>
<tr><td>LV-2.2 Sanctioned load above 10 kW</td><td>753</td><td>141</td><td>119</td></tr>
</table>
<h3>Tariff Schedule LV-5: Agriculture</h3>
<table>
<tr><th>Sub-category</th><th>Flat rate fixed charge (Rs. per HP per month)</th></tr>
<tr><td>LV-5.1 Unmetered agricultural pumps, three phase</td><td>104</td></tr>
<tr><td>LV-5.1 Unmetered agricultural pumps, single phase</td><td>118</td></tr>
</table>
<h3>Tariff Schedule HV-3: Industrial</h3>
<table>
<tr><th>Sub-category</th><th>Monthly fixed charge (Rs. per kVA of billing demand)</th><th>Energy charge for consumption up to 50% load factor (paise per unit)</th><th>Energy charge for consumption in excess of 50% load factor (paise per unit)</th></tr>
<tr><td>HV-3.1 Industrial 11 kV supply</td><td>367</td><td>712</td><td>613</td></tr>
<tr><td>HV-3.1 Industrial 33 kV supply</td><td>618</td><td>704</td><td>592</td></tr>
<tr><td>HV-3.1 Industrial 132 kV supply</td><td>737</td><td>661</td><td>561</td></tr>
</table>
<p>(a) ${S.lf}</p>
<p>(b) ${S.bd} ${S.round}</p>
<p>(c) ${S.guar}</p>
<p>(d) ${S.ex1} ${S.ex2}</p>
<p>(e) ${S.pf}</p>
<p>(f) ${S.pen}</p>
<p>(g) Time of day surcharge and rebate of HV-3 consumers on the energy charge for the energy consumed during the period:</p>
<table>
<tr><th>Period</th><th>Surcharge or rebate (% of the energy charge)</th></tr>
<tr><td>Evening peak (6 PM to 10 PM)</td><td>(+) 20%</td></tr>
<tr><td>Off peak (10 PM to 6 AM)</td><td>(-) 15%</td></tr>
</table>
<h3>GENERAL CONDITIONS</h3>
<p>1. ${S.prepaid}</p>
<p>2. ${S.temp}</p>
<p>3. ${S.dps}</p>
<p>4. ${S.online}</p>
<p>5. ${S.fppas}</p>
</body></html>`
