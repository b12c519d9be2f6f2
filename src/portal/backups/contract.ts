import Type from 'typebox'

export const Backups = Type.Object(
  {
    isScheduled: Type.Boolean({ description: 'Whether the service makes backups by itself.' }),
    newestAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the newest finished backup was started; null if there is none yet, or none are scheduled.',
    }),
    intervalSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How often a backup is scheduled; null if none are.',
    }),
    isOverdue: Type.Boolean({
      description:
        'Whether the newest backup is older than twice the interval, or there is none although they are scheduled.',
    }),
  },
  { description: 'The backups of the whole installation.' },
)
