import type { Role } from '../../../src/organizations/users/role.ts'
import { aPerson, aSession, type TestSession } from '../data/people.ts'
import { type Answer, sendAs } from '../http/send-request.ts'
import { type App, BASE_URL } from './app.ts'

/** People who use an app's API in sessions. */
export function signedInPeople(app: Pick<App, 'database' | 'port'>) {
  return {
    /** A person in the given roles, who has just signed in. */
    signedIn: async (roles: Readonly<Record<string, Role>>, email?: string) => {
      const person = await aPerson(app, { roles, ...(email === undefined ? {} : { email }) })
      return { person, ...(await aSession(app, person, { baseUrl: BASE_URL })) }
    },
    ask: async (
      { headers }: Pick<TestSession, 'headers'>,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Answer> => sendAs(app.port, undefined, { method, path, headers, body }),
    /** The entries of the audit trail about a subject. */
    auditOf: async (subject: string) => {
      const { rows } = await app.database.pool.query(
        `select organization_id, actor, action, details from audit_entries where subject = $1
         order by at, organization_id`,
        [subject],
      )
      return rows
    },
  }
}

export const reasonOf = ({ status, body }: Answer): string => `${status} ${body?.reason}`
export const idsOf = ({ body }: Answer): readonly string[] =>
  body.organizations.map(({ organizationId }: { organizationId: string }) => organizationId)
