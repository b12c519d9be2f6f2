// pure
/** The processor's name in attempts, and of its account. */
export const SANDBOX = 'sandbox'
