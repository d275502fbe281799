import { counted } from '../../../releases/record/counted.ts'
import { GAP_IS_MEANT, type ReleaseModel } from '../models.ts'
import { FoldedAct, Select, Text } from './fields.tsx'

/** Putting releases into service and taking them out: promote, roll back, hold, unhold, check, withdraw. */
export function Serving({ it }: { readonly it: ReleaseModel }) {
  if (it.releaseSha256 === null || it.status === 'withdrawn') return null
  return (
    <section>
      <h2>Service</h2>
      {it.approvedBy !== null && <Promote it={it} />}
      {it.holds.length > 0 && (
        <>
          <h3>On hold</h3>
          <ul class="holds">
            {it.holds.map(({ component, reason }) => (
              <li>
                <code>{component}</code>: {reason}
                <form class="choice" data-act="unhold">
                  <input type="hidden" name="release" value={it.name} />
                  <input type="hidden" name="component" value={component} />
                  <Text name="reason" label={`Reason for ending the hold on ${component}`} />
                  <button type="submit">Free</button>
                </form>
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="acts">
        {it.status === 'released' && (
          <>
            <FoldedAct summary="Hold a component" act="hold" release={it.name} button="Hold">
              <Select label="Component" name="component" options={it.components} />
              <Text name="reason" label="Reason for the hold" />
            </FoldedAct>
            <FoldedAct summary="Record a check of a component" act="check" release={it.name} button="Checked">
              <Select label="Component" name="component" options={it.components} />
              <label>
                <span>Date of the next check</span>
                <input name="by" type="date" required />
              </label>
            </FoldedAct>
          </>
        )}
        <FoldedAct summary="Withdraw it" act="withdraw" release={it.name} button="Withdraw">
          <Text name="reason" label="Reason for the withdrawal" />
        </FoldedAct>
      </div>
    </section>
  )
}

function Promote({ it }: { readonly it: ReleaseModel }) {
  const again = it.status === 'superseded'
  return (
    <form class="choice" data-act="promote">
      <h3>{again ? 'Roll back to it' : 'Promote'}</h3>
      <input type="hidden" name="release" value={it.name} />
      <Select label="Scope" name="scope" options={it.scopes} />
      <label>
        <span>Stage</span>
        <select name="stage" required>
          <option value="">choose a stage</option>
          <option value="reference">reference</option>
          <option value="production" disabled={it.obstacles.length > 0 || it.noProduction.length > 0}>
            production
          </option>
        </select>
      </label>
      {it.noProduction.length > 0 && (
        <p class="faint">Stage production is not offered: {it.noProduction.join('; ')}.</p>
      )}
      {it.obstacles.length > 0 && (
        <details>
          <summary>{counted(it.obstacles.length, 'obstacle')} to stage production</summary>
          <ul class="faint">
            {it.obstacles.slice(0, 40).map((obstacle) => (
              <li>{obstacle}</li>
            ))}
          </ul>
        </details>
      )}
      <label class="tick">
        <input type="checkbox" name="leave_gap" />
        <span>{GAP_IS_MEANT}</span>
      </label>
      <button type="submit" class="primary">
        {again ? 'Roll back' : 'Promote'}
      </button>
    </form>
  )
}
