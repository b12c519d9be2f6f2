let payers = 0

/**
 * The headers of a payer who comes from a network of their own through a trusted proxy. From one address, the many
 * declined and open attempts of a visit to every page would have to wait.
 */
export function anotherAddress(): { readonly 'x-forwarded-for': string } {
  payers += 1
  return { 'x-forwarded-for': `10.${payers >> 8}.${payers & 0xff}.1` }
}
