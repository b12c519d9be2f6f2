import Type from 'typebox'

export const CHANGES_LISTED = 100

export const VerificationContract = Type.Object(
  {
    file: Type.Enum(['intact', 'damaged', 'missing'], { description: 'Whether the stored file has its checksum.' }),
    isReproduced: Type.Boolean({ description: 'Whether the records of today give the same bytes.' }),
    rowsThen: Type.Integer({ minimum: 0 }),
    rowsNow: Type.Integer({ minimum: 0 }),
    changes: Type.Array(
      Type.Object({
        merchantId: Type.String(),
        recordId: Type.String(),
        occurredAt: Type.String({ format: 'date-time' }),
        change: Type.Enum(['late', 'corrected', 'deleted', 'erased']),
      }),
      { maxItems: CHANGES_LISTED, description: 'What has changed since the cut-off; empty if the bytes are the same.' },
    ),
    areAllListed: Type.Boolean(),
    verifiedTime: Type.String({ format: 'date-time' }),
  },
  { description: 'A report compared with its checksum and with the records of today.' },
)
