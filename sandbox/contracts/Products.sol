// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract VaultV1 {
    mapping(address => uint256) public shares;
    uint256 public total;

    event Deposited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);

    function deposit(uint256 amount) external {
        shares[msg.sender] += amount;
        total += amount;
        emit Deposited(msg.sender, amount);
    }

    function withdraw(uint256 amount) external {
        shares[msg.sender] -= amount;
        total -= amount;
        emit Withdrawn(msg.sender, amount);
    }
}

contract VaultV2 is VaultV1 {
    uint256 public feeBasisPoints;

    event FeeChanged(uint256 basisPoints);

    function setFee(uint256 basisPoints) external {
        feeBasisPoints = basisPoints;
        emit FeeChanged(basisPoints);
    }
}

contract VaultV3 is VaultV2 {
    bool public paused;

    event Paused(bool paused);

    function setPaused(bool value) external {
        paused = value;
        emit Paused(value);
    }
}

/// A log of short entries. Users of most members call it every day.
contract Registry {
    uint256 public count;
    mapping(uint256 => string) public entries;

    event Published(uint256 indexed id, address indexed author, string entry);
    event Endorsed(uint256 indexed id, address indexed account);

    function publish(string calldata entry) external returns (uint256 id) {
        id = count++;
        entries[id] = entry;
        emit Published(id, msg.sender, entry);
    }

    function endorse(uint256 id) external {
        emit Endorsed(id, msg.sender);
    }
}

contract Arena {
    mapping(address => uint256) public best;

    event Played(address indexed player, uint256 score);

    function play(uint256 score) external {
        if (score > best[msg.sender]) best[msg.sender] = score;
        emit Played(msg.sender, score);
    }
}

contract Escrow {
    uint256 public opened;

    event Opened(uint256 indexed id, address indexed from, uint256 amount);

    function open(uint256 amount) external {
        emit Opened(opened++, msg.sender, amount);
    }
}

/// The implementation of beacon tokens. Its state is in the proxy.
contract BeaconTokenV1 {
    string public name;
    string public symbol;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function initialize(string calldata tokenName, string calldata tokenSymbol, uint256 supply, address holder) external {
        require(totalSupply == 0, "initialised before");
        name = tokenName;
        symbol = tokenSymbol;
        totalSupply = supply;
        balanceOf[holder] = supply;
        emit Transfer(address(0), holder, supply);
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

contract BeaconTokenV2 is BeaconTokenV1 {
    function burn(uint256 value) external {
        balanceOf[msg.sender] -= value;
        totalSupply -= value;
        emit Transfer(msg.sender, address(0), value);
    }
}
