/**
 * A text in lower case, for comparisons. Both kinds of small sigma become one: which of them a capital turns
 * into depends on the letters around it. `lowerAll` of the dialects gives the same.
 */
export function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}
