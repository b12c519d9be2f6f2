declare module 'linebreak' {
  /** Finds where lines may break: Unicode Standard Annex 14. */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
  export = LineBreaker
}
