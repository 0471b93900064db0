import { createServices, type OpenWorkspace, type Services } from '../app/services.ts';
import { campaignServices } from '../campaign/app/services.ts';

export const allServices = (open: OpenWorkspace): Services => createServices(open, campaignServices);
