// pure
/** The only names under which an event's payload may contain personal data. An erasure removes them. */
export const PERSONAL_FACTS = ['emailTo', 'payerName'] as const
