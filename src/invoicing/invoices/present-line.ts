import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { exactDecimal, exactNumber } from '../../kernel/exact-number.ts'
import type { LineItem } from '../rules/invoice.ts'

export function presentLine(line: LineItem, currency: string): Readonly<Record<string, unknown>> {
  const { unitPrice, discountAmount, discountPercent, taxAmount, taxRate, totalAmount } = line
  const discountRate = discountPercent && exactDecimal(discountPercent)
  return {
    productSku: line.productSku,
    productName: line.productName,
    unitPrice: unitPrice && exactDecimal(unitPrice, decimalsOfCurrency(currency)),
    quantity: line.quantity,
    discountAmount: discountAmount && exactNumber(discountAmount),
    // Clients know the rate by either name.
    discountRate,
    discountPercent: discountRate,
    taxAmount: taxAmount && exactNumber(taxAmount),
    taxRate: taxRate && exactDecimal(taxRate),
    totalAmount: totalAmount && exactNumber(totalAmount),
  }
}
