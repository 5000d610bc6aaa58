/** What the rating page asks of the engine. Both reject with ContractError `storage_unavailable`. */
export interface RatingRequests {
  /** what the page at this address shows; undefined: there is no such page */
  readonly find: (token: string) => Promise<RatingPage | undefined>;
  /** takes the answer where it is still possible; returns the page as it is now */
  readonly rate: (token: string, answer: RatingAnswer) => Promise<RatingPage | undefined>;
}

export interface RatingAnswer {
  /** 1 to 5 */
  readonly rate: number;
  /** at most 2000 code points, not blank */
  readonly comment: string | undefined;
}

/** `open`: waits for an answer; `answered`: has one, which may be changed for 24 hours; `settled`: has one for good; `expired`: too late */
export interface RatingPage {
  readonly state: 'open' | 'answered' | 'settled' | 'expired';
  readonly rate?: number | undefined;
  readonly comment?: string | undefined;
  /** as customers know it; undefined: it is gone */
  readonly shop?: string | undefined;
}
