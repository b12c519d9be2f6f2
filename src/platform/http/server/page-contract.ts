import Type from 'typebox'

/** Documents the two query parameters of a list; `entries` names the listed things, in the plural. */
export function pageParameters(entries: string, limitMax: number, limitUsual = limitMax) {
  return {
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: `Number of ${entries} to skip.` })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limitMax,
        default: limitUsual,
        description: `Maximum number of ${entries} to return. If there are more, the header Link leads to the next page.`,
      }),
    ),
  }
}

/** Documents the total of a list. */
export function totalOf(entries: string) {
  return Type.Integer({ minimum: 0, description: `Number of all matching ${entries}, on all pages.` })
}
