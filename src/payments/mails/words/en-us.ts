// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const EN_US: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Receipt from ${seller} · ${amount} paid`
        : `Receipt from ${seller} for invoice ${number} · ${amount} paid`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Receipt from ${seller} for your partial payment · ${amount} paid`
        : `Receipt from ${seller} for part of invoice ${number} · ${amount} paid`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Your payment to ${seller} is under review · ${amount}`
        : `Your payment to ${seller} for invoice ${number} is under review · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Refund from ${seller} · ${amount}`
        : `Refund from ${seller} for invoice ${number} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Receipt: ${amount} paid`,
    partialReceipt: ({ amount }) => `Receipt for your partial payment: ${amount}`,
    review: ({ amount }) => `Payment under review: ${amount}`,
    refund: ({ amount }) => `Refund: ${amount}`,
  },
  thankYou: 'Thank you for your payment',
  received: ({ seller }) => `${seller} received your payment.`,
  paidInFull: 'Your invoice is paid in full. You do not need to do anything.',
  paidOn: ({ day }) => `Paid on ${day}`,
  underReview: 'Your payment is under review',
  reviewText: ({ seller }) =>
    `${seller} is reviewing your payment before it is completed. You do not need to pay again.`,
  reviewEnd: 'You will receive a receipt once it is completed. If it is rejected, nothing will be charged.',
  refundTitle: 'You received a refund',
  refundText: ({ seller, amount }) => `${seller} refunded ${amount} to your original payment method.`,
  refundTime: 'It can take a few days for the money to appear in your account.',
  refundedOn: ({ day }) => `Refunded on ${day}`,
  refundId: 'Refund ID',
  originalPayment: 'Original payment',
  viewReceipt: 'View receipt',
  attached: 'The receipt is attached as a PDF.',
  why: ({ seller }) => `You are receiving this email because of a payment to ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Payment received · ${amount} for invoice ${number}`,
      title: 'You received a payment',
      paidInFull: 'The invoice is paid in full.',
    },
    review: {
      subject: ({ amount, number }) => `Payment to review · ${amount} for invoice ${number}`,
      title: 'A payment is waiting for your review',
      text: 'Accept or reject it. Until then, the customer cannot make another payment on this invoice.',
    },
    refunded: {
      subject: ({ amount, number }) => `Refund completed · ${amount} for invoice ${number}`,
      title: 'A refund was completed',
      text: 'If we have your customer’s email address, we have notified them.',
    },
    customer: 'Customer',
    why: ({ seller }) =>
      `You are receiving this email because email notifications are turned on in the invoice settings of ${seller}.`,
    cardTesting: {
      subject: ({ seller }) => `Many declined payments at ${seller}`,
      title: 'Someone may be testing stolen cards',
      happened: 'An unusual number of attempts to pay through your payment links are being declined.',
      now: 'Your links keep working. Until things calm down, payers confirm card payments with their bank (3\u2011D\u00A0Secure) or go through a quick security check.',
      todo: 'Check your latest payments, and refund any that you do not recognize.',
      view: 'View paid invoices',
      declined: 'Declined attempts',
      attempts: 'All attempts',
      since: 'Detected on',
      why: ({ seller }) => `You are receiving this email because your address is the contact of ${seller}.`,
    },
  },
}
