// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A fixed-supply ERC-20 whose whole supply goes to one holder at creation.
contract LaunchToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public immutable totalSupply;
    address public owner;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    error NotEnough();
    error NotOwner();

    constructor(string memory tokenName, string memory tokenSymbol, uint256 supply, address holder) {
        name = tokenName;
        symbol = tokenSymbol;
        totalSupply = supply;
        owner = holder;
        balanceOf[holder] = supply;
        emit Transfer(address(0), holder, supply);
        emit OwnershipTransferred(address(0), holder);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] < value) revert NotEnough();
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function transferOwnership(address next) external {
        if (msg.sender != owner) revert NotOwner();
        emit OwnershipTransferred(owner, next);
        owner = next;
    }

    function move(address from, address to, uint256 value) private {
        if (balanceOf[from] < value) revert NotEnough();
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
