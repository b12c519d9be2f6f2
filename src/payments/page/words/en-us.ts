// pure

import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnPageWords } from './page-words.ts'

const DECLINED = 'Your bank declined the payment. Try another payment method, or contact your bank.'

export const EN_US: OwnPageWords = {
  title: ({ seller }) => `Pay ${seller}`,
  language: 'Language',
  testCards: 'Test cards',
  testApproved: 'Approved',
  testApprovedUpTo: ({ amount }) => `Approved up to ${amount}; above that, the result depends on the amount`,
  testReview: 'Held for review',
  testChallenge: 'Asks you to confirm (3-D Secure)',
  testStoredDecline: 'Approved; later charges of the saved card are declined',
  testCardsNote: 'Use any future expiration date and any security code.',
  preview: 'Preview: customers cannot see or pay this invoice yet',
  previewOfPublished: 'Preview: payments are disabled on this page',
  numberAndDue: ({ number, due }) => `Invoice ${number} · due ${due}`,
  details: ({ count }) => plural('en-US', count, { one: `Details (${count} item)`, other: `Details (${count} items)` }),
  showDetails: 'Details',
  downloadPdf: 'Download PDF',
  paymentsSoFar: 'Payments so far',
  questions: ({ seller }) => `Questions? Contact ${seller}`,
  secured: 'Your payment details are sent encrypted and are never stored here.',

  howMuch: 'How much would you like to pay?',
  fullAmount: 'Full amount',
  otherAmount: 'Other amount',
  minimum: ({ amount }) => `At least ${amount}`,
  remaining: ({ amount }) => `${amount} will remain due after this payment.`,
  remainingBelowMinimum: ({ amount }) =>
    `${amount} would remain. That is below the minimum, so it would have to be paid in one payment.`,
  confirmRest: ({ amount }) =>
    `${amount} would remain. That is below the minimum, so it would have to be paid in one payment. Change the amount, or press the button again to go ahead.`,

  payWith: 'Pay with',
  cardNumber: 'Card number',
  expiry: 'Expiration date',
  expiryExample: 'MM / YY',
  securityCode: 'Security code',
  nameOnCard: 'Name on card',
  saveCard: ({ seller }) => `Save this card so that ${seller} can charge it for future invoices`,
  accountHolder: 'Account holder',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  debitMandate: ({ seller }) => `By paying, you authorize ${seller} to debit your account once for this amount.`,
  walletNext: ({ wallet }) => `You will confirm the payment in ${wallet} on the next page.`,
  hostedChoice: 'Card or another payment method',
  hostedNext: 'You will complete the payment on the payment provider’s secure page.',

  yourDetails: 'Your details',
  shippingAddress: 'Shipping address',
  phone: 'Phone',
  fullName: 'Full name',
  street: 'Address',
  streetMore: 'Apartment, suite, etc.',
  town: 'City',
  region: 'State or region',
  postalCode: 'ZIP or postal code',
  country: 'Country',
  optional: ({ label }) => `${label} (optional)`,
  choose: 'Choose…',

  payOther: 'Pay',
  paying: 'Processing…',
  stillWorking: 'Still working. Please keep this page open.',

  pleaseCheck: 'Please check these fields:',
  problems: {
    required: 'Fill in this field.',
    plainText: 'Check this field.',
    cardNumber: 'Check the card number.',
    expiry: 'Enter the expiration date as MM / YY.',
    expired: 'This card has expired.',
    securityCode:
      'Enter the 3 digits on the back of the card, or the 4 digits on the front of an American Express card.',
    routingNumber: 'Enter the 9 digits of the routing number.',
    accountNumber: 'Check the account number.',
    email: 'Check the email address.',
    phone: 'Check the phone number.',
    choice: 'Choose one of the options.',
    tooShort: ({ count }) =>
      plural('en-US', count, { one: 'Enter at least 1 character.', other: `Enter at least ${count} characters.` }),
    tooLong: ({ count }) =>
      plural('en-US', count, { one: 'Enter at most 1 character.', other: `Enter at most ${count} characters.` }),
    personal: 'Please do not enter card or identity numbers here.',
    amount: ({ example }) => `Enter an amount, such as ${example}.`,
    ambiguousAmount: ({ one, other }) => `Do you mean ${one} or ${other}? Please enter it one of these ways.`,
    unclearAmount: ({ amount }) => `Do you mean ${amount}? Please enter it that way.`,
    tooManyDecimals: 'The amount has too many decimal places for this currency.',
    belowMinimum: ({ amount }) => `The amount must be at least ${amount}.`,
    aboveBalance: ({ amount }) => `The amount must not exceed ${amount}.`,
  },
  declines: {
    declined: DECLINED,
    insufficientFunds: 'There are not enough funds available. Try another payment method.',
    expiredCard: 'This card has expired. Check the expiration date, or use another card.',
    lostOrStolen: DECLINED,
    invalidCard: 'This card number is not valid. Check it, or use another card.',
    wrongSecurityCode: 'The security code is not correct. Check it and try again.',
    limitExceeded: 'The amount is above this card’s limit. Try another payment method.',
    notAllowed: 'This card cannot be used for this payment. Try another payment method.',
    issuerUnavailable: 'Your bank could not be reached. Try again in a few minutes.',
    authenticationFailed: 'Your bank could not confirm that it was you. Try again, or use another card.',
    suspectedFraud: DECLINED,
    accountProblem: 'This bank account cannot be debited. Check the details, or use another payment method.',
    notProcessed: 'The payment did not go through, and nothing was charged. Please try again.',
    authorizationExpired: 'The payment was not completed in time, and nothing was charged. Please try again.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('en-US', seconds, {
      one: 'Too many payments were declined. Try again in 1 second.',
      other: `Too many payments were declined. Try again in ${seconds} seconds.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) =>
    plural('en-US', minutes, {
      one: `Too many payments were declined. Try again in ${minutes} minute.`,
      other: `Too many payments were declined. Try again in ${minutes} minutes.`,
    }),
  amountChanged: 'The amount due has changed. Check it, then pay.',
  notStarted: 'The payment could not be started, and nothing was charged. Please try again.',

  screens: {
    paid: { title: 'This invoice is paid', text: () => 'Thank you. There is nothing left to pay.' },
    canceled: {
      title: 'This invoice was canceled',
      text: ({ seller }) => `It can no longer be paid. If you have questions, contact ${seller}.`,
    },
    expired: {
      title: 'This payment link has expired',
      text: ({ seller }) => `Ask ${seller} for a new link.`,
    },
    underReview: {
      title: 'A payment is pending completion',
      text: ({ seller }) => `${seller} is reviewing it. You do not need to pay again.`,
    },
    suspended: {
      title: 'Payments are paused',
      text: ({ seller }) => `${seller} cannot accept payments at the moment.`,
    },
    nothingToPay: { title: 'There is nothing to pay', text: () => 'The total of this invoice is zero.' },
    held: {
      title: 'A payment is in progress',
      text: () =>
        'Someone is paying this invoice right now. If that payment does not go through, you can pay in a few minutes.',
    },
    noMethod: {
      title: 'Online payment is not available',
      text: ({ seller }) => `Contact ${seller} to find out how to pay.`,
    },
    working: {
      title: 'We are checking your payment',
      text: () => 'This can take a minute. Please do not pay again; this page updates by itself.',
    },
  },

  failures: {
    notFound: {
      title: 'This page does not exist',
      text: 'Check the link, or ask the sender for a new one.',
    },
    unreadable: {
      title: 'This request could not be read',
      text: 'Nothing was charged. Open the payment page again and fill in the form once more.',
    },
    tooLarge: {
      title: 'What you entered is too long',
      text: 'Nothing was charged. Shorten it, then try again.',
    },
    tooMany: {
      title: 'Too many requests',
      text: 'Please wait a minute, then try again.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'The problem is on our side. If you were in the middle of paying, open the invoice again before you pay a second time: it shows whether the payment went through.',
    },
    unavailable: {
      title: 'This page is not available right now',
      text: 'Please try again in a minute. If you were in the middle of paying, check the invoice before you pay a second time: it shows whether the payment went through.',
    },
  },
  tryAgain: 'Try again',

  thankYou: 'Thank you',
  youPaid: ({ amount, seller }) => `You paid ${amount} to ${seller}.`,
  printReceipt: 'Print receipt',
  downloadReceipt: 'Download receipt',
  leaving: ({ seller }) => `Taking you back to ${seller}…`,
  leavingToProvider: 'Taking you to the payment provider…',
  goOn: 'Continue',

  confirmTitle: 'Confirm your payment',
  confirmText: 'Your bank is asking you to confirm this payment.',
  confirmWith: ({ wallet }) => `Confirm with ${wallet}`,
  confirmPayment: 'Confirm payment',
  cancelPayment: 'Cancel',
  simulated: 'This is a simulation. No money moves.',
  checkout: 'Test checkout',
}
