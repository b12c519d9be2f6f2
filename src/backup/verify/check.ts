// pure
/** A check of a restored installation, and its result. */
export type Check = { readonly name: string; readonly isPassed: boolean; readonly message: string }
