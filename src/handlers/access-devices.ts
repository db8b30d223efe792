import { deleteDevice, findDevice, putDevice } from '../conditional-access/resources/devices.ts';
import { viewAccessDevice } from '../conditional-access/resources/views/access.ts';
import { askedPage } from '../platform/paging.ts';
import { listDevices } from '../conditional-access/resources/sql/access-devices.ts';
import { type Handlers, ok } from '../operation.ts';
import { versioned } from '../platform/versioned.ts';

type DeviceOperation = 'listAccessDevices' | 'getAccessDevice' | 'putAccessDevice' | 'deleteAccessDevice';

/** The devices among the operations of conditional access. */
export const accessDevices: Pick<Handlers<'conditional-access'>, DeviceOperation> = {
  async listAccessDevices({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listAccessDevices', caller.orgId], query);
    const found = await listDevices(em, caller.orgId, rest, window);
    return ok({ data: found.rows.map(viewAccessDevice), pagination: pagination(found) });
  },

  async getAccessDevice({ path, em }) {
    const device = await findDevice(em, path.deviceId);
    return versioned(device, em, () => viewAccessDevice(device));
  },

  async putAccessDevice({ path, body, em, caller, quotas, address, access: { geoIp }, ifMatch, attempt }) {
    const { acknowledgeLockout, ...input } = body;
    const ways = { address, geoIp, acknowledgeLockout, ifMatch, quotas };
    const { device, changes } = await putDevice(em, path.deviceId, input, caller, ways);
    attempt.changes = changes;
    return versioned(device, em, () => viewAccessDevice(device));
  },

  async deleteAccessDevice({ path, query, em, address, access: { geoIp }, ifMatch }) {
    const acknowledgeLockout = query.acknowledgeLockout === true;
    const { id } = await deleteDevice(em, path.deviceId, { address, geoIp, acknowledgeLockout, ifMatch });
    return ok({ message: 'Device deleted', id });
  },
};
