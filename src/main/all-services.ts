import { createServices, type OpenWorkspace, type Services } from '../app/services.ts';
import { campaignServices } from '../campaign/app/services.ts';

/** The use cases of the core and of its features. */
export const allServices = (open: OpenWorkspace): Services => createServices(open, campaignServices);
