// pure
/** A sentence that ends with a name such as Acme Inc. has one full stop. */
export function oneStop(sentence: string): string {
  return sentence.replaceAll(/\.\.(?=\s|$)/g, '.')
}
