/** The page of schedule-of-blocks.ts, and its sentences. */
export const S = {
  fixed: 'The fixed charge of Rate D(R), Rate D(U) and Rate C(U) shall be charged on the contract demand in kVA.',
  bd: 'The demand charge of Rate B(I) shall be levied on the maximum demand recorded during the month or 85% of the contract demand, whichever is higher.',
  min: 'The minimum charge of consumers of Rate D(R) and Rate D(U) shall be Rs. 37.00 per month towards the energy charge and the fixed charge.',
  meter:
    'Meter rent at the rate of Rs. 12.00 per month shall be charged to the consumers of Rate D(R), Rate D(U) and Rate C(U) with a single phase meter and Rs. 48.00 per month to those with a three phase meter.',
  prompt:
    'A rebate of 1% of the amount of the bill excluding meter rent shall be allowed to all consumers other than those of Rate B(I) if the payment is made within the due date.',
  epay: 'An additional rebate of 1% of the amount of the bill excluding meter rent shall be allowed to all consumers if the payment is made through e-payment facilities within the due date.',
  pf: 'For every 1% rise of the power factor above 92%, a rebate of 0.25% on the energy charge shall be allowed to consumers of Rate B(I).',
  pfs: 'For every 1% fall of the power factor below 86%, a surcharge of 0.75% on the energy charge shall be levied on consumers of Rate B(I).',
  lfr: 'The load factor rebate shall be allowed to consumers of Rate B(I) on the total consumption of the month at the rates of the table below.',
  lps: 'For delay in payment of a bill, a late payment surcharge at 1.25% of the bill shall be levied on all consumers.',
  season:
    'Summer means the months of April, May and June; monsoon means the months of July to September; winter means the other months.',
  quarter:
    'The blocks of the quarterly consumption are for a quarter of three months; for a bill of another number of months they shall be adjusted in proportion to its months, and the fixed charge and the minimum charge are for a month.',
  excess:
    'Where the recorded demand exceeds the contract demand, the demand in excess of the contract demand shall be charged at 1.6 times the demand charge, in addition.',
}
export const page = `<!doctype html><html><body>
<h2>SCHEDULE OF RATES APPLICABLE FROM 1ST APRIL, 2026</h2>
<h3>Low and medium voltage consumers</h3>
<table>
<tr><th>Sl. No.</th><th>Type of consumer</th><th>Rate code</th><th>Name of the tariff scheme</th><th>Quarterly consumption in kWh</th><th>Energy charge (P/kWh)</th><th>Fixed charge (Rs/kVA/month)</th></tr>
<tr><td rowspan="4">1</td><td rowspan="4">Domestic (Rural)</td><td rowspan="4">Rate D(R)</td><td rowspan="4">Normal</td><td>First 102</td><td>527</td><td rowspan="4">31</td></tr>
<tr><td>Next 78</td><td>584</td></tr>
<tr><td>Next 120</td><td>672</td></tr>
<tr><td>Above 300</td><td>719</td></tr>
<tr><td rowspan="4">2</td><td rowspan="4">Domestic (Urban)</td><td rowspan="4">Rate D(U)</td><td rowspan="4">Normal</td><td>First 75</td><td>533</td><td rowspan="4">34</td></tr>
<tr><td>Next 75</td><td>597</td></tr>
<tr><td>Next 150</td><td>688</td></tr>
<tr><td>Above 300</td><td>738</td></tr>
</table>
<table>
<tr><th>Sl. No.</th><th>Type of consumer</th><th>Rate code</th><th>Name of the tariff scheme</th><th>Hours of the day</th><th>Energy charge (P/kWh)</th><th>Fixed charge (Rs/kVA/month)</th></tr>
<tr><td rowspan="5">3</td><td rowspan="5">Commercial (Urban)</td><td rowspan="5">Rate C(U)</td><td>Normal</td><td>All hours</td><td>641</td><td>47</td></tr>
<tr><td>Prepaid</td><td>All hours</td><td>623</td><td>43</td></tr>
<tr><td rowspan="3">Normal TOD</td><td>06:00 hrs to 17:00 hrs</td><td>637</td><td rowspan="3">46</td></tr>
<tr><td>17:00 hrs to 23:00 hrs</td><td>779</td></tr>
<tr><td>23:00 hrs to 06:00 hrs</td><td>548</td></tr>
</table>
<h3>High and extra high voltage consumers</h3>
<table>
<tr><th rowspan="2">Type of consumer</th><th rowspan="2">Rate code</th><th rowspan="2">Demand charge (Rs/kVA/month)</th><th colspan="3">Energy charge (P/kWh)</th></tr>
<tr><th>Summer</th><th>Monsoon</th><th>Winter</th></tr>
<tr><td>Industries (33 kV)</td><td>Rate B(I)</td><td>393</td><td>718</td><td>716</td><td>711</td></tr>
</table>
<h3>NOTES</h3>
<p>1. ${S.fixed}</p>
<p>2. ${S.bd}</p>
<p>3. ${S.min}</p>
<p>4. ${S.meter}</p>
<p>5. ${S.prompt}</p>
<p>6. ${S.epay}</p>
<p>7. ${S.pf}</p>
<p>8. ${S.pfs}</p>
<p>9. ${S.lfr}</p>
<table>
<tr><th>Load factor range of Rate B(I)</th><th>Rebate on the energy charge (paise per kWh)</th></tr>
<tr><td>Above 55% up to 60%</td><td>2</td></tr>
<tr><td>Above 60% up to 65%</td><td>4</td></tr>
<tr><td>Above 65%</td><td>9</td></tr>
</table>
<p>10. ${S.lps}</p>
<p>11. ${S.season}</p>
<p>12. ${S.quarter}</p>
<p>13. ${S.excess}</p>
</body></html>`
