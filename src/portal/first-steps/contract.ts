import Type from 'typebox'

export const FirstSteps = Type.Object(
  {
    isNew: Type.Boolean({ description: 'Whether the merchant has fewer than ten invoices.' }),
    brand: Type.Object({ hasName: Type.Boolean(), hasLogo: Type.Boolean() }),
    invoice: Type.Object({
      isDone: Type.Boolean(),
      newestNumber: Type.Union([Type.String(), Type.Null()], { description: 'The newest invoice.' }),
    }),
    payment: Type.Object({ isDone: Type.Boolean({ description: 'Whether an invoice was paid in full.' }) }),
    results: Type.Object({
      hasMail: Type.Boolean({ description: 'Whether a mail was handed over.' }),
      hasWebhook: Type.Boolean({ description: 'Whether a webhook took a notification.' }),
      hasReport: Type.Boolean({ description: 'Whether a report was made.' }),
    }),
  },
  { description: 'How far a new merchant has come, by what really happened.' },
)
