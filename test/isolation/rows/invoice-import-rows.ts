import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'

const IMPORTS = '/portal/v1/invoice-imports'
const ABOUT = `${IMPORTS}/:importId`
const reading = { scope: 'invoices:read', reach: 'merchant' } as const
const changing = { scope: 'invoices', reach: 'merchant' } as const
const headers = { 'content-type': 'text/csv' }
const OPTIONS = { mapping: { Name: 'customerName' }, delivery: 'draft' }

/** A file whose column has the name of its organization. */
const file: Thing = {
  make: async (app, party) => {
    const body = `Name,${party.word}\nAda,5\n`
    const answer = await sendAs(app.port, party, { method: 'POST', path: IMPORTS, headers, body })
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body.importId
  },
  unknownId: '4b1f7f5a-6a7e-4b0a-8f7f-1a0c3f9e5d22',
  owners: 'merchants',
}
const ended: Thing = {
  ...file,
  make: async (app, party, count) => {
    const importId = await file.make(app, party, count)
    await app.database.pool.query(
      `update invoice_imports set status = 'COMPLETED', options = '{}', ended_at = now(), imported = 1
        where import_id = $1`,
      [importId],
    )
    await app.database.pool.query(
      `insert into invoice_import_results (organization_id, import_id, ordinal, line, outcome, reference_hash,
        invoice_number) values ($1, $2, 1, 2, 'IMPORTED', sha256('x'), $3)`,
      [party.organizationId, importId, `${party.word}-I`],
    )
    return importId
  },
}

export const INVOICE_IMPORT_ROWS: readonly Row[] = [
  {
    ...{ route: `POST ${IMPORTS}`, ...changing, answers: 201 },
    ask: ({ party }) => ({ path: IMPORTS, body: `Name,${party.word}\nAda,5\n`, headers }),
    ...{ showsNothing: true, isNamedInQueryOnly: true },
  },
  { ...{ route: `GET ${IMPORTS}`, ...reading }, ask: () => ({ path: IMPORTS }), showsNothing: true },
  {
    ...{ route: `GET ${ABOUT}`, ...reading, thing: file },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}` }),
  },
  {
    ...{ route: `GET ${ABOUT}/results`, ...reading, thing: ended },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}/results` }),
  },
  {
    ...{ route: `POST ${ABOUT}/check`, ...changing, thing: file },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}/check`, body: OPTIONS }),
    ...{ showsNothing: true, hasNoAudit: true },
  },
  {
    ...{ route: `POST ${ABOUT}/run`, ...changing, thing: file },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}/run`, body: OPTIONS }),
    showsNothing: true,
  },
  {
    ...{ route: `POST ${ABOUT}/stop`, ...changing, thing: ended },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}/stop`, body: {} }),
    ...{ showsNothing: true, hasNoAudit: true },
  },
  {
    ...{ route: `DELETE ${ABOUT}`, ...changing, thing: file, answers: 204 },
    ask: ({ id }) => ({ path: `${IMPORTS}/${id}` }),
    showsNothing: true,
  },
]
