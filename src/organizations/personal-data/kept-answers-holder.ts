import { isPerson, type Person } from '../../kernel/person.ts'
import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { storedResponses } from '../../platform/http/idempotency/stored-responses.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

const PHONE_NAME = /phone/i
const CUSTOMER_NAME = /customerId$/i

/**
 * Answers that wait for an equal request with the same Idempotency-Key. One that names the person is
 * erased, not its key: the request must not be done a second time.
 */
export function keptAnswersHolder(deps: Deps): PersonalDataHolder {
  return {
    name: 'repeated requests',
    find: async (sought) => {
      let count = 0
      for await (const _answer of answersTo(deps, sought)) count += 1
      return counted('kept answers', count)
    },
    erase: async (sought) => {
      let count = 0
      for await (const { erase } of answersTo(deps, sought)) {
        await erase()
        count += 1
      }
      return counted('kept answers', count)
    },
  }
}

async function* answersTo(deps: Deps, { organizationIds, person }: SoughtPerson) {
  for (const organizationId of organizationIds) {
    for await (const kept of storedResponses(deps, organizationId)) {
      const text = kept.response.body?.toString('utf8') ?? ''
      if (mentions(text, person)) yield kept
    }
  }
}

function mentions(text: string, person: Person): boolean {
  const plain = text.toLowerCase()
  return person.emails.some((email) => plain.includes(email)) || namesNumber(text, person)
}

/** Whether JSON has the person's number under a name that says what it is. */
function namesNumber(text: string, person: Person): boolean {
  let isFound = false
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== 'string') return value
      const phone = PHONE_NAME.test(name) ? value : undefined
      const customerId = CUSTOMER_NAME.test(name) ? value : undefined
      isFound ||= isPerson(person, { phone, customerId })
      return value
    })
  } catch (error) {
    // What is no JSON has no names by which a number could be told from another.
    if (!(error instanceof SyntaxError)) throw error
  }
  return isFound
}
