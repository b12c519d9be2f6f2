declare module 'hyphen/*/index.js' {
  /** The patterns of a language. */
  const patterns: {
    /** Puts soft hyphens into the words of a text. */
    readonly hyphenateSync: (text: string) => string
  }
  export = patterns
}
