/** The name of this service in robots.txt. */
export const PRODUCT_TOKEN = 'svc-research'
