import { minute } from '../../api/site/pages/changes.tsx'
import { Table } from '../../api/site/pages/table.tsx'
import type { Frame, ReleasesModel } from '../models.ts'
import { Select } from './fields.tsx'
import { html, Live, Page, StatusChip } from './layout.tsx'

export function releases(frame: Frame, model: ReleasesModel): string {
  return html(
    <Page frame={frame} title="Releases" path="/">
      <h1>Releases</h1>
      <Live id="releases">
        {model.releases.length === 0 ? (
          <p>No release has been opened yet.</p>
        ) : (
          <Table label="All releases" columns={['Release', 'Status', 'Serves', 'Opened']}>
            {model.releases.map((each) => (
              <tr>
                <td>
                  <a href={`/releases/${each.name}`}>{each.name}</a>
                </td>
                <td>
                  <StatusChip status={each.status} />
                  {each.holds > 0 && <span class="working">{each.holds} on hold</span>}
                </td>
                <td>{each.stage === null ? '–' : `${each.scope}, ${each.stage}`}</td>
                <td>
                  {each.openedBy} <span class="working">{minute(each.openedAt)}</span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Live>
      <section>
        <h2>Open a definition</h2>
        <p>
          Opening first adds documents that are not in the log yet, each with a separate signature, then the definition.
          The person who opens a release cannot approve or review it.
        </p>
        <form class="choice" data-act="open">
          <Select label="Definition folder" name="folder" options={model.folders} />
          <button type="submit" class="primary">
            Open
          </button>
        </form>
      </section>
    </Page>,
  )
}
