import { Table } from '../../api/site/pages/table.tsx'
import type { Frame, PeopleModel } from '../models.ts'
import { Ask, FoldedAct, Select, Text } from './fields.tsx'
import { html, Live, Page } from './layout.tsx'

export function people(frame: Frame, { people: all, proposals, requests }: PeopleModel): string {
  return html(
    <Page frame={frame} title="People" path="/people">
      <h1>People</h1>
      <Live id="people">
        {proposals.length > 0 && (
          <section>
            <h2>Waiting for a second person</h2>
            <ul class="cards">
              {proposals.map(({ id, by, what, keyId }) => (
                <li class="card">
                  <p>
                    {what} <span class="working">signed by {by}</span>
                  </p>
                  {keyId !== null && <p class="hash">{keyId}</p>}
                  {by !== frame.person && keyId !== null && (
                    <p class="faint">Compare the key with what the new person reads to you before you sign.</p>
                  )}
                  {by !== frame.person && <Ask act={{ kind: 'countersign', proposal: id }}>Sign as the second</Ask>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {requests.length > 0 && (
          <section>
            <h2>Enrolment requests</h2>
            <ul class="cards">
              {requests.map(({ keyId, person }) => (
                <li class="card">
                  <p>
                    <b>{person}</b>
                  </p>
                  <p class="hash">{keyId}</p>
                  <p class="faint">Compare the key with what {person} reads to you before you sign.</p>
                  <Ask act={{ kind: 'enrol', key_id: keyId }}>Enrol {person}</Ask>
                </li>
              ))}
            </ul>
          </section>
        )}
        <h2>Enrolled</h2>
        <Table label="Everyone who was ever enrolled" columns={['Name', 'Signs by', 'Key', 'Standing']}>
          {all.map(({ name, by, keyId, standing }) => (
            <tr>
              <td>{name}</td>
              <td>{by}</td>
              <td class="hash">{keyId.slice(0, 16)}</td>
              <td>{standing}</td>
            </tr>
          ))}
        </Table>
      </Live>
      <Live id="revoke">
        <FoldedAct summary="Revoke somebody's key" act="revoke" button="Revoke">
          <Select
            label="Whose"
            name="person"
            choose="choose a person"
            options={all.filter(({ isEnrolled, kind }) => isEnrolled && kind === 'person').map(({ name }) => name)}
          />
          <Text label="Why" name="reason" />
        </FoldedAct>
      </Live>
    </Page>,
  )
}
