// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface LockedToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Locks tokens until a time. The time can only be moved to a later one.
contract Locker {
    struct Lock {
        address owner;
        address token;
        uint256 amount;
        uint256 unlockTime;
        bool withdrawn;
    }

    Lock[] private locks;
    mapping(address => uint256[]) private byToken;

    event Locked(uint256 indexed id, address indexed token, address indexed owner, uint256 amount, uint256 unlockTime);
    event Extended(uint256 indexed id, uint256 unlockTime);
    event Withdrawn(uint256 indexed id, address indexed owner, uint256 amount);

    error NotOwner();
    error NotYet();
    error AlreadyWithdrawn();
    error OnlyLater();

    function lock(address token, uint256 amount, uint256 unlockTime) external returns (uint256 id) {
        if (unlockTime <= block.timestamp) revert OnlyLater();
        require(LockedToken(token).transferFrom(msg.sender, address(this), amount), "transfer refused");
        id = locks.length;
        locks.push(Lock(msg.sender, token, amount, unlockTime, false));
        byToken[token].push(id);
        emit Locked(id, token, msg.sender, amount, unlockTime);
    }

    function extend(uint256 id, uint256 unlockTime) external {
        Lock storage held = own(id);
        if (unlockTime <= held.unlockTime) revert OnlyLater();
        held.unlockTime = unlockTime;
        emit Extended(id, unlockTime);
    }

    function withdraw(uint256 id) external {
        Lock storage held = own(id);
        if (block.timestamp < held.unlockTime) revert NotYet();
        held.withdrawn = true;
        require(LockedToken(held.token).transfer(msg.sender, held.amount), "transfer refused");
        emit Withdrawn(id, msg.sender, held.amount);
    }

    /// Returns the tokens before the lock is due and deletes the lock, as lockers with an early exit do.
    function exit(uint256 id) external {
        Lock memory held = own(id);
        delete locks[id];
        uint256[] storage ids = byToken[held.token];
        for (uint256 i = 0; i < ids.length; i++) {
            if (ids[i] != id) continue;
            ids[i] = ids[ids.length - 1];
            ids.pop();
            break;
        }
        require(LockedToken(held.token).transfer(msg.sender, held.amount), "transfer refused");
        emit Withdrawn(id, msg.sender, held.amount);
    }

    function totalLocks() external view returns (uint256) {
        return locks.length;
    }

    function locksByToken(address token) external view returns (uint256[] memory) {
        return byToken[token];
    }

    function getLock(uint256 id)
        external
        view
        returns (address owner, address token, uint256 amount, uint256 unlockTime, bool withdrawn)
    {
        Lock storage held = locks[id];
        return (held.owner, held.token, held.amount, held.unlockTime, held.withdrawn);
    }

    function own(uint256 id) private view returns (Lock storage held) {
        held = locks[id];
        if (held.owner != msg.sender) revert NotOwner();
        if (held.withdrawn) revert AlreadyWithdrawn();
    }
}
