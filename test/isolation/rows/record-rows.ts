import { aRecordLine, ndjson } from '../../support/http/ingest-client.ts'
import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'

const UPLOAD = '/ingest/v1/records/transaction'
const BATCHES = '/ingest/v1/batches'
const headers = { 'content-type': 'application/x-ndjson' }

/** An upload that had a rejected line. */
const rejectedBatch: Thing = {
  make: async ({ port }, party) => {
    const body = ndjson({ recordId: party.word, merchantId: party.word })
    const answer = await sendAs(port, party, { method: 'POST', path: UPLOAD, headers, body })
    return answer.body.batchId
  },
  unknownId: '6d9cb5b6-0e97-4d03-8053-7cb8d30af52e',
  owners: 'all',
}

/** The merchant that a line names. */
const merchant: Thing = {
  make: async (_app, { organizationId }) => organizationId,
  unknownId: 'id-no-merchant',
  owners: 'merchants',
}

export const RECORD_ROWS: readonly Row[] = [
  {
    route: 'POST /ingest/v1/records/:kind',
    scope: 'ingest',
    reach: 'below',
    thing: merchant,
    ask: ({ id, count }) => ({
      path: UPLOAD,
      headers,
      body: ndjson(aRecordLine({ merchantId: id, recordId: `r${count}` })),
    }),
    // The line is rejected, not the upload; the caller can read why.
    refuses: '200 rejected',
    rejects: ({ body }) => body?.accepted === 0 && body.rejectedCount === 1,
    refusalTables: [
      'public.ingest_batches',
      'public.ingest_rejections',
      'public.agenda',
      'public.audit_entries',
      'public.audit_unsealed',
    ],
    isNamedInQueryOnly: true,
    showsNothing: true,
  },
  {
    route: 'GET /ingest/v1/batches/:batchId/rejected',
    scope: 'ingest',
    reach: 'own',
    thing: rejectedBatch,
    ask: ({ id }) => ({ path: `${BATCHES}/${id}/rejected` }),
    showsNothing: true,
  },
]
