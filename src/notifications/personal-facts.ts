// pure
/** Under these names, and no others, an event's payload tells of a person. An erasure removes them. */
export const PERSONAL_FACTS = ['emailTo', 'payerName'] as const
